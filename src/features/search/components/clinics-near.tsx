import { useQuery } from '@tanstack/react-query'
import { ClinicItem } from '#features/clinics/components/clinic-item.tsx'
import { searchClient } from '../client.ts'
import { formatMiles } from '../distance.ts'

/**
 * The clinics and camps around a ZIP code; renders nothing when there are none.
 * @param props.around the ZIP code or the city, in the heading
 * @param props.when see `isWhen`
 */
export function ClinicsNear({
  zip,
  around,
  when,
}: {
  zip: string
  around: string
  when?: string | undefined
}) {
  const { data } = useQuery(searchClient.clinics.queryOptions({ input: when ? { zip, when } : { zip } }))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="clinics-near" className="@container py-8">
      <h2 id="clinics-near" className="text-title">
        Clinics and camps near {around}
      </h2>
      <ul className="mt-4 grid gap-3 @3xl:grid-cols-2">
        {data.map((clinic) => (
          <ClinicItem
            key={clinic.id}
            clinic={clinic}
            by={clinic.coach.label}
            away={formatMiles(clinic.distance)}
          />
        ))}
      </ul>
    </section>
  )
}
