import { createFileRoute } from '@tanstack/react-router'
import { availabilityClient } from '#features/availability/client.ts'
import { ownClinicsQuery } from '#features/clinics/components/clinic-queries.ts'
import { OwnClinics } from '#features/clinics/components/own-clinics.tsx'
import { isUuid } from '#platform/uuid.ts'
import { PageHeader } from '#ui/page-header.tsx'

/** A coach's clinics and camps. */
export const Route = createFileRoute('/_shell/_coach/your-clinics')({
  validateSearch: (raw: Record<string, unknown>): { clinic?: string | undefined } => ({
    clinic: typeof raw.clinic === 'string' && isUuid(raw.clinic) ? raw.clinic : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    const [settings] = await Promise.all([
      availabilityClient.settings.call(),
      queryClient.prefetchQuery(ownClinicsQuery()),
    ])
    return { places: settings.places.map(({ id, name }) => ({ id, name })) }
  },
  head: () => ({ meta: [{ title: 'Clinics · Greenside' }] }),
  component: YourClinicsPage,
})

function YourClinicsPage() {
  const { places } = Route.useLoaderData()
  const { clinic } = Route.useSearch()
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader
        className="mb-8"
        title="Clinics and camps"
        lead="Sessions with seats. Each person books, pays, and cancels a seat; you teach all of them at once."
      />
      <OwnClinics places={places} shownId={clinic} />
    </main>
  )
}
