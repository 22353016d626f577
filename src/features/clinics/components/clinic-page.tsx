import { useQuery } from '@tanstack/react-query'
import { CalendarDays, MapPin, Undo2, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Me } from '#features/accounts/schema.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { agesText, clinicLevelLabels, dateText, seatsLeftText } from '../clinic.ts'
import type { Clinic } from '../schema.ts'
import { BuySeats, type GiftPurchase } from './buy-seats.tsx'
import { clinicQuery } from './clinic-queries.ts'

/**
 * The public page of a clinic.
 * @param props.loaded as the server read it
 * @param props.whenFew shown when fewer seats are left than the number it is called with
 * @param props.giftCard lets gift cards pay the chosen seats
 * @param props.leftCheckout the user returned from the checkout without paying
 */
export function ClinicPage(props: {
  loaded: Clinic
  me: Me | null
  leftCheckout: boolean
  whenFew: (clinic: Clinic, wanted: number) => ReactNode
  giftCard: (purchase: GiftPurchase) => ReactNode
}) {
  const { loaded, me, whenFew, giftCard } = props
  const { data: clinic = loaded } = useQuery({ ...clinicQuery(loaded.id), initialData: loaded })
  const { zone } = clinic
  return (
    <div className="wrap grid max-w-6xl gap-x-14 gap-y-8 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_25.5rem]">
      <div className="min-w-0 wrap-anywhere">
        <p className="eyebrow">{clinic.dates.length > 1 ? 'Camp' : 'Clinic'}</p>
        <h1 className="mt-1 text-headline" dir="auto">
          {clinic.title}
        </h1>
        <p className="mt-2 text-lead text-muted">
          with{' '}
          <Anchor href={`/instructor/${clinic.coach.id}`} className="underline underline-offset-4">
            {clinic.coach.name}
          </Anchor>
        </p>
        <ul className="mt-8 flex flex-col gap-4">
          <Fact icon={<CalendarDays aria-hidden />}>
            {clinic.dates.map((date) => (
              <span key={date.start} className="tabular block">
                {dateText(date, zone)}
              </span>
            ))}
          </Fact>
          <Fact icon={<MapPin aria-hidden />}>
            {clinic.place}
            {clinic.address ? <span className="block text-muted">{clinic.address}</span> : null}
          </Fact>
          <Fact icon={<UsersRound aria-hidden />}>
            {[clinicLevelLabels[clinic.level], agesText(clinic), `up to ${clinic.seats} people`]
              .filter(Boolean)
              .join(' · ')}
            {clinic.decideAt ? (
              <span className="block text-muted">
                Takes place with at least {clinic.minimum} people by{' '}
                {formatMoment(clinic.decideAt, zone, { year: true })}. With fewer, everyone gets a full
                refund.
              </span>
            ) : null}
          </Fact>
          <Fact icon={<Undo2 aria-hidden />}>
            {policyText(clinic.cancellationPolicy)}
            {clinic.dates.length > 1 ? ' Hours count from the first date.' : ''}
          </Fact>
        </ul>
        {clinic.description ? (
          <p className="mt-8 max-w-prose whitespace-pre-line" dir="auto">
            {clinic.description}
          </p>
        ) : null}
      </div>
      <section
        aria-label="Book seats"
        className="h-fit rounded-card border bg-surface-raised p-5 shadow-float sm:p-7 lg:sticky lg:top-21"
      >
        <p className="flex items-baseline justify-between gap-4">
          <span>
            <span className="tabular text-title">{formatMoney(clinic.priceCents)}</span> a seat
          </span>
          {clinic.state === 'open' || clinic.state === 'sold_out' ? (
            <span className="tabular text-[0.9375rem] text-muted">{seatsLeftText(clinic.seatsLeft)}</span>
          ) : null}
        </p>
        {clinic.dates.length > 1 ? (
          <p className="text-sm text-muted">For all {clinic.dates.length} dates together.</p>
        ) : null}
        <div className="mt-5 flex flex-col gap-5">
          {props.leftCheckout ? (
            <Alert tone="info" title="You left the checkout">
              Nothing was charged. Choose seats whenever you are ready.
            </Alert>
          ) : null}
          {clinic.state === 'open' ? (
            <BuySeats
              clinic={clinic}
              me={me}
              whenFew={(wanted) => whenFew(clinic, wanted)}
              giftCard={giftCard}
            />
          ) : (
            <Alert tone="info">{closedTexts[clinic.state]}</Alert>
          )}
          {clinic.state === 'sold_out' ? whenFew(clinic, 1) : null}
        </div>
      </section>
    </div>
  )
}

const closedTexts: Record<Exclude<Clinic['state'], 'open'>, string> = {
  sold_out:
    'All seats are taken. A seat that is cancelled, or not paid within 15 minutes, becomes free again.',
  begun: 'This clinic has begun. Seats are no longer sold.',
  ended: 'This clinic took place. Seats are no longer sold.',
  cancelled: 'This clinic was cancelled. Everyone who had a seat gets a full refund.',
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <span className="mt-0.5 text-brand [&>svg]:size-5">{icon}</span>
    <span className="min-w-0">{children}</span>
  </li>
)
