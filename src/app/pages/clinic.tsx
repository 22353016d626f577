import { createFileRoute, notFound } from '@tanstack/react-router'
import { ClinicPage } from '#features/clinics/components/clinic-page.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { isUuid } from '#platform/uuid.ts'

/** A clinic of a coach, to share and to book seats. Everything about it is loaded lazily, so that other pages do not load it. */
export const Route = createFileRoute('/_shell/clinics/$clinicId')({
  validateSearch: (raw: Record<string, unknown>): { checkout?: 'cancelled' | undefined } => ({
    checkout: raw.checkout === 'cancelled' ? 'cancelled' : undefined,
  }),
  loader: async ({ context: { queryClient }, params }) => {
    if (!isUuid(params.clinicId)) throw notFound()
    const [{ clinicQuery }, { clinicHead }] = await Promise.all([
      import('#features/clinics/components/clinic-queries.ts'),
      import('#features/content/components/clinic-head.ts'),
    ])
    const clinic = await queryClient.fetchQuery(clinicQuery(params.clinicId)).catch((error: unknown) => {
      if (readProblem(error).code === 'no_such_clinic') throw notFound()
      throw error
    })
    return { clinic, head: clinicHead(clinic) }
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: ClinicRoute,
})

function ClinicRoute() {
  const { clinic } = Route.useLoaderData()
  const { me } = Route.useRouteContext()
  const { checkout } = Route.useSearch()
  return (
    <main>
      <ClinicPage loaded={clinic} me={me ?? null} leftCheckout={checkout === 'cancelled'} />
    </main>
  )
}
