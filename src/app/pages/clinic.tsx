import { createFileRoute, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ClinicPage } from '#features/clinics/components/clinic-page.tsx'
import { loadClinic } from '#features/content/components/load-clinic.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const WaitForSeats = lazyPart(
  () => import('#features/cancellation-list/components/wait-for-seats.tsx'),
  'WaitForSeats',
)

/** Loaded lazily: few students have gift cards. */
const UseGiftCard = lazyPart(() => import('#features/gift-cards/components/use-gift-card.tsx'), 'UseGiftCard')

/** A clinic of a coach, to share and to book seats. */
export const Route = createFileRoute('/_shell/clinics/$clinicId')({
  loader: ({ context, params }) => loadClinic(context.queryClient, params.clinicId),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: ClinicRoute,
})

function ClinicRoute() {
  const { clinic } = Route.useLoaderData()
  const { me } = Route.useRouteContext()
  const { checkout } = useSearch({ strict: false })
  return (
    <main>
      <ClinicPage
        loaded={clinic}
        me={me ?? null}
        leftCheckout={checkout === 'cancelled'}
        whenFew={(shown, wanted) => (
          <Suspense>
            <WaitForSeats clinic={shown} me={me ?? null} wanted={wanted} />
          </Suspense>
        )}
        giftCard={(purchase) => (
          <Suspense>
            <UseGiftCard {...purchase} />
          </Suspense>
        )}
      />
    </main>
  )
}
