import { useQuery } from '@tanstack/react-query'
import { clinicsClient } from '../client.ts'
import { ClinicItem } from './clinic-item.tsx'

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
        {data.map((clinic) => (
          <ClinicItem key={clinic.id} clinic={clinic} />
        ))}
      </ul>
    </section>
  )
}
