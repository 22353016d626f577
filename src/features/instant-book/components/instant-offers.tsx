import { type ReactNode, useRef } from 'react'
import { priceLesson } from '#features/bookings/booking.ts'
import type { LessonChoice, OtherType } from '#features/bookings/lesson-choice-params.ts'
import { kindLabel, type LessonKind } from '#features/bookings/lesson-kinds.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { savingsOf } from '#features/proposals/packages/offers/offer.ts'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'
import { useEarlyChoice } from '#platform/early-press.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { cn } from '#ui/class-names.ts'

/** One lesson of a kind that the coach teaches, or one of the packages with what it saves. */
export function InstantOffers({
  coach,
  kinds,
  kind,
  offers,
  value,
  onChange,
}: {
  coach: CoachProfile
  kinds: readonly LessonKind[]
  /** The chosen kind of a single lesson; undefined for a private one. */
  kind: OtherType | undefined
  offers: readonly PackageOffer[]
  /** The chosen package's id; undefined for one lesson. */
  value: string | undefined
  onChange: (chosen: Pick<LessonChoice, 'kind' | 'package'>) => void
}) {
  const box = useRef<HTMLFieldSetElement>(null)
  const single = kinds.find(({ type }) => type === kind)?.type ?? 'individual'
  const chosen = offers.find(({ id }) => id === value)?.id ?? single
  const choose = (id: string) => {
    const type = kinds.find((one) => one.type === id)?.type
    onChange({ kind: type === 'individual' ? undefined : type, package: type ? undefined : id })
  }
  useEarlyChoice(box, chosen, choose)
  return (
    <>
      {value && chosen !== value ? (
        <Alert tone="info" className="mt-4" title="This package is no longer sold">
          You can book a single lesson{offers.length > 0 ? ' or choose another package' : ''}.
        </Alert>
      ) : null}
      {offers.length === 0 && kinds.length === 1 ? null : (
        <fieldset ref={box} className="mt-5 grid gap-2">
          <legend className="mb-2 text-sm font-semibold">Lessons</legend>
          {kinds.map((one) => (
            <Option
              key={one.type}
              id={one.type}
              chosen={chosen}
              onChange={choose}
              title={kinds.length === 1 ? 'One lesson' : kindLabel(one)}
              price={kindPrice(one)}
            />
          ))}
          {offers.map((offer) => {
            const { id, lessons, durationMinutes, priceCents, validDays } = offer
            const saved = savingsOf(offer, coach)
            return (
              <Option
                key={id}
                id={id}
                chosen={chosen}
                onChange={choose}
                title={offer.title}
                price={formatMoney(priceCents)}
                facts={
                  <>
                    <span className="whitespace-nowrap">
                      {lessons} × {formatDuration(durationMinutes)},{' '}
                      {formatMoney(Math.round(priceCents / lessons))} each.
                    </span>{' '}
                    <span className="whitespace-nowrap">Valid for {validDays} days.</span>
                  </>
                }
                saved={saved > 0 ? `Save ${formatMoney(saved)}` : undefined}
              />
            )
          })}
        </fieldset>
      )}
    </>
  )
}

/** The price of the whole lesson when there is one length, and of an hour otherwise. */
export function kindPrice({
  type,
  hourlyRateCents,
  durations,
}: Pick<LessonKind, 'type' | 'hourlyRateCents' | 'durations'>): string {
  const [minutes = 60] = durations
  return type === 'playing'
    ? formatMoney(priceLesson(hourlyRateCents, minutes))
    : `${formatMoney(hourlyRateCents)} an hour`
}

function Option(props: {
  id: string
  chosen: string
  onChange: (id: string) => void
  title: string
  price: string
  facts?: ReactNode
  saved?: string | undefined
}) {
  const { id, facts, saved } = props
  return (
    <label
      className={cn(
        'relative flex min-h-11 items-center justify-between gap-x-4 rounded-control border border-line-strong bg-surface-raised px-3.5 py-2.5 transition-colors',
        'hover:bg-surface-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)',
      )}
    >
      <input
        type="radio"
        name="lesson-package"
        value={id}
        checked={props.chosen === id}
        onChange={() => props.onChange(id)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      />
      <span className="min-w-0 text-[0.9375rem] wrap-anywhere">
        <span className="font-semibold">{props.title}</span>
        {facts ? <span className="block text-sm text-muted">{facts}</span> : null}
      </span>
      <span className="tabular shrink-0 text-right text-[0.9375rem]">
        <span className="font-semibold">{props.price}</span>
        {saved ? <span className="block text-sm text-green">{saved}</span> : null}
      </span>
    </label>
  )
}
