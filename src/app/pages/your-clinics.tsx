import { useQuery } from '@tanstack/react-query'
import { createFileRoute, lazyRouteComponent, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { titleHead } from '#app/title-head.ts'
import { availabilityClient } from '#features/availability/client.ts'
import { OwnClinics } from '#features/clinics/components/own-clinics.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const ClinicMessageDialog = lazyRouteComponent(
  () => import('#features/schedule/components/message-dialogs.tsx'),
  'ClinicMessageDialog',
)

/** A coach's clinics and camps. */
export const Route = createFileRoute('/_shell/_coach/your-clinics')({
  head: titleHead('Clinics'),
  component: YourClinicsPage,
})

function YourClinicsPage() {
  const { data: settings } = useQuery(availabilityClient.settings.queryOptions())
  const clinic = useSearch({
    strict: false,
    select: (search: { clinic?: unknown }) => (typeof search.clinic === 'string' ? search.clinic : undefined),
  })
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader
        className="mb-8"
        title="Clinics and camps"
        lead="Sessions with seats. Each person books, pays, and cancels a seat; you teach all of them at once."
      />
      {settings ? (
        <OwnClinics
          places={settings.places}
          shownId={clinic}
          messageDialog={(about, onClose) => (
            <Suspense>
              <ClinicMessageDialog clinic={about} onClose={onClose} />
            </Suspense>
          )}
        />
      ) : (
        <Skeleton aria-hidden className="h-40" />
      )}
    </main>
  )
}
