import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'

/** A gift card as its recipient reads it. */
export function GiftCardFace({
  amountCents,
  fromName,
  recipientName,
  message,
  code,
}: {
  amountCents: number | null
  fromName: string
  recipientName: string
  message: string
  /** Only for the buyer, to print. */
  code?: string | undefined
}) {
  return (
    <figure
      aria-label="Gift card"
      className="theme-night flex min-h-56 flex-col justify-between gap-6 rounded-card bg-surface p-6 text-ink [print-color-adjust:exact]"
    >
      <div className="flex items-start justify-between gap-4">
        <p className="font-display text-lg font-[560]">{siteName}</p>
        <p className="tabular font-display text-3xl leading-none font-[560]">
          {amountCents === null ? '$…' : formatMoney(amountCents)}
        </p>
      </div>
      <div className="flex flex-col gap-3">
        <p dir="auto" className="min-h-6 break-words whitespace-pre-line text-[0.9375rem]">
          {message}
        </p>
        {code ? <p className="tabular text-lg font-semibold tracking-wide">{code}</p> : null}
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
          <span>
            For <bdi className="font-semibold text-ink">{recipientName || '…'}</bdi>
          </span>
          <span>
            From <bdi className="font-semibold text-ink">{fromName || '…'}</bdi>
          </span>
        </p>
      </div>
    </figure>
  )
}
