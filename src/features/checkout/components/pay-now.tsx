import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'

/** A link to the payment of a held time, with the time left. */
export function PayNow({
  checkoutUrl,
  holdExpiresAt,
  what,
  label = 'Pay now',
  isWide = false,
}: {
  checkoutUrl: string
  holdExpiresAt: string
  /** The lesson's name for screen readers. */
  what: string
  label?: string
  /** Makes the button as wide as its container. */
  isWide?: boolean
}) {
  const now = useNow()
  const until = Date.parse(holdExpiresAt)
  if (now !== null && now >= until) return <p className="text-sm text-muted">The hold has expired.</p>
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1',
        isWide && 'mt-3 flex-col items-stretch gap-y-2 text-center',
      )}
    >
      <a href={checkoutUrl} className={buttonClass({ variant: 'primary', size: isWide ? 'lg' : 'sm' })}>
        {label}
        <span className="sr-only"> for {what}</span>
      </a>
      <p role="timer" className="text-sm text-muted">
        held for another{' '}
        <span className="tabular inline-block min-w-[2.6rem] font-semibold text-ink">
          {now === null ? '' : formatTimeLeft(until, now)}
        </span>
      </p>
    </div>
  )
}
