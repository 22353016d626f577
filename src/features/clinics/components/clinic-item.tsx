import { formatMoney } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { agesText, clinicLevelLabels, dateText, seatsLeftText } from '../clinic.ts'
import type { Clinic } from '../schema.ts'

/**
 * A clinic in a list, as a link to its page.
 * @param props.by who gives it, in lists of several coaches
 * @param props.away how far away it is
 */
export function ClinicItem({ clinic, by, away }: { clinic: Clinic; by?: string; away?: string }) {
  const [first] = clinic.dates
  return (
    <li>
      <Anchor
        href={`/clinics/${clinic.id}`}
        className="flex h-full flex-wrap items-start justify-between gap-x-6 gap-y-1 rounded-card border bg-surface-raised p-4 hover:bg-surface-hover"
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold" dir="auto">
            {clinic.title}
          </span>
          {by ? <span className="block text-[0.9375rem]">{by}</span> : null}
          <span className="tabular block text-[0.9375rem] text-muted">
            {first ? dateText(first, clinic.zone) : ''}
            {clinic.dates.length > 1 ? `, and ${clinic.dates.length - 1} more` : ''}
          </span>
          <span className="block text-[0.9375rem] text-muted">
            {[clinicLevelLabels[clinic.level], agesText(clinic), clinic.place, away]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="tabular text-[0.9375rem]">
          <span className="font-semibold">{formatMoney(clinic.priceCents)}</span> a seat
          <span className="block text-muted">{seatsLeftText(clinic.seatsLeft)}</span>
        </span>
      </Anchor>
    </li>
  )
}
