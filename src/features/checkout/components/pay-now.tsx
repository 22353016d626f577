import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'

/** The way to the payment of a time that is only held, and how long it is held. */
export function PayNow({
  checkoutUrl,
  holdExpiresAt,
  what,
  label = 'Pay now',
  isWide = false,
}: {
  checkoutUrl: string
  holdExpiresAt: string
  /** Names the lesson to screen readers. */
  what: string
  label?: string
  /** The button is as wide as the box it is in. */
  isWide?: boolean
}) {
  const now = useNow()
  const until = Date.parse(holdExpiresAt)
  if (now !== null && now >= until) return <p className="text-sm text-muted">The hold has just run out.</p>
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
