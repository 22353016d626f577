import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'

/** The way to the payment of a held time, with the time left: a link, or a button when the checkout is still to be opened. */
export function PayNow({
  checkoutUrl,
  onPay,
  isOpening = false,
  holdExpiresAt,
  what,
  label = 'Pay now',
  isWide = false,
}: {
  checkoutUrl: string | null
  /** Opens the checkout, in place of the link. */
  onPay?: (() => void) | undefined
  isOpening?: boolean
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
  const look = { variant: 'primary', size: isWide ? 'lg' : 'sm' } as const
  const text = (
    <>
      {label}
      <span className="sr-only"> for {what}</span>
    </>
  )
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1',
        isWide && 'flex-col items-stretch gap-y-2 text-center',
      )}
    >
      {onPay ? (
        <Button {...look} loading={isOpening} onClick={onPay}>
          {text}
        </Button>
      ) : (
        <a href={checkoutUrl ?? undefined} className={buttonClass(look)}>
          {text}
        </a>
      )}
      <p role="timer" className="text-sm text-muted">
        held for another{' '}
        <span className="tabular inline-block min-w-[2.6rem] font-semibold text-ink">
          {now === null ? '' : formatTimeLeft(until, now)}
        </span>
      </p>
    </div>
  )
}
