import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { clinicsClient } from '../client.ts'
import { agesText, clinicLevelLabels, dateText, seatsLeftText } from '../clinic.ts'

/** The clinics of a coach that are to come; renders nothing when there are none. */
export function CoachClinics({ instructorId }: { instructorId: string }) {
  const { data } = useQuery(clinicsClient.ofCoach.queryOptions({ input: { instructorId } }))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="coach-clinics">
      <h2 id="coach-clinics" className="text-title">
        Clinics and camps
      </h2>
      <ul className="mt-4 flex flex-col gap-3">
        {data.map((clinic) => {
          const [first] = clinic.dates
          return (
            <li key={clinic.id}>
              <Anchor
                href={`/clinics/${clinic.id}`}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 rounded-card border bg-surface-raised p-4 hover:bg-surface-hover"
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold" dir="auto">
                    {clinic.title}
                  </span>
                  <span className="tabular block text-[0.9375rem] text-muted">
                    {first ? dateText(first, clinic.zone) : ''}
                    {clinic.dates.length > 1 ? `, and ${clinic.dates.length - 1} more` : ''}
                  </span>
                  <span className="block text-[0.9375rem] text-muted">
                    {[clinicLevelLabels[clinic.level], agesText(clinic), clinic.place]
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
        })}
      </ul>
    </section>
  )
}
