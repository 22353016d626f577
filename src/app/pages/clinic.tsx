import { createFileRoute, notFound } from '@tanstack/react-router'
import { ClinicPage } from '#features/clinics/components/clinic-page.tsx'
import { clinicQuery } from '#features/clinics/components/clinic-queries.ts'
import { clinicHead } from '#features/content/components/clinic-head.ts'
import { readProblem } from '#platform/api-problem.ts'
import { isUuid } from '#platform/uuid.ts'

/** A clinic of a coach, to share and to book seats. */
export const Route = createFileRoute('/_shell/clinics/$clinicId')({
  validateSearch: (raw: Record<string, unknown>): { checkout?: 'cancelled' | undefined } => ({
    checkout: raw.checkout === 'cancelled' ? 'cancelled' : undefined,
  }),
  loader: async ({ context: { queryClient }, params }) => {
    if (!isUuid(params.clinicId)) throw notFound()
    return await queryClient.fetchQuery(clinicQuery(params.clinicId)).catch((error: unknown) => {
      if (readProblem(error).code === 'no_such_clinic') throw notFound()
      throw error
    })
  },
  head: ({ loaderData }) => (loaderData ? clinicHead(loaderData) : {}),
  component: ClinicRoute,
})

function ClinicRoute() {
  const loaded = Route.useLoaderData()
  const { me } = Route.useRouteContext()
  const { checkout } = Route.useSearch()
  return (
    <main>
      <ClinicPage loaded={loaded} me={me ?? null} leftCheckout={checkout === 'cancelled'} />
    </main>
  )
}
