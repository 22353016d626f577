import type { ReactNode } from 'react'
import { bookingNumber } from '#features/bookings/booking.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import type { CheckoutResult } from '../schema.ts'
import { paymentMethodLabel } from './checkout-words.ts'

/** The receipt: amount, date and payment method. */
export function Receipt({ result }: { result: CheckoutResult }) {
  const {
    lesson,
    packageTitle,
    amountCents,
    giftCents,
    priceLines,
    refundedCents,
    paidAt,
    paymentMethod,
    series,
    seats,
  } = result
  const together = series?.length ?? (seats ? Math.round(amountCents / lesson.priceCents) : 1)
  const listPriceCents = priceLines.reduce((rest, { cents }) => rest - cents, amountCents)
  const isPartGift = giftCents > 0 && giftCents < amountCents
  const paidBy = isPartGift
    ? `Gift card ${formatMoney(giftCents)}, card ${formatMoney(amountCents - giftCents)}`
    : paymentMethodLabel(paymentMethod)
  return (
    <Card>
      <CardHeader
        title="Receipt"
        action={
          <Button variant="ghost" size="sm" onClick={() => window.print()} data-no-print>
            Print
          </Button>
        }
      />
      <dl className="tabular divide-y divide-line text-[0.9375rem]">
        <Line label={packageTitle ?? (together > 1 ? `${together} × ${lesson.title}` : lesson.title)}>
          {formatMoney(listPriceCents)}
        </Line>
        {priceLines.map(({ label, cents }) => (
          <Line key={label} label={label}>
            {formatMoney(cents)}
          </Line>
        ))}
        {refundedCents > 0 ? <Line label="Refunded">{formatMoney(-refundedCents)}</Line> : null}
        <Line label="Paid">
          <strong className="text-lg">{formatMoney(amountCents - refundedCents)}</strong>
        </Line>
        {paidAt ? <Line label="Paid on">{formatMoment(paidAt, lesson.zone, { year: true })}</Line> : null}
        <Line label="Paid by">{paidBy}</Line>
        {seats || lesson.golfer ? <Line label="For">{seats?.join(', ') ?? lesson.golfer?.name}</Line> : null}
        <Line label="Booking number">{bookingNumber(lesson.id)}</Line>
      </dl>
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  )
}
