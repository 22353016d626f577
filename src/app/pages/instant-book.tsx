import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { settleChoice } from '#features/bookings/lesson-choice.ts'
import { type LessonChoice, readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { InstantBookingPanel } from '#features/instant-book/components/instant-booking-panel.tsx'
import { InstantCoach } from '#features/instant-book/components/instant-coach.tsx'
import { packageOffersOf } from '#features/instant-book/components/package-offers.ts'
import { packagesWith } from '#features/instant-book/components/student-packages.ts'
import { CoachSimilar } from '#features/search/components/coach-similar.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { Alert } from '#ui/alert.tsx'

const profileOf = (instructorId: string) => coachesClient.profile.queryOptions({ input: { instructorId } })
const absenceOf = (instructorId: string) => coachesClient.absence.queryOptions({ input: { instructorId } })

interface InstantBookSearch extends LessonChoice {
  /** `cancelled` when the processor sends people back without payment. */
  checkout?: 'cancelled' | undefined
}

/** Booking and nothing else: where links in messages and emails lead. */
export const Route = createFileRoute('/_shell/_signed-in/instant-book/$instructorId')({
  validateSearch: (raw: Record<string, unknown>): InstantBookSearch => ({
    ...readLessonChoice(raw),
    checkout: raw.checkout === 'cancelled' ? 'cancelled' : undefined,
  }),
  // What is chosen changes the address and nothing here: the panel asks for its open times itself.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context, params, location }) => {
    const coach = await context.queryClient
      .ensureQueryData({ ...profileOf(params.instructorId), retry: false })
      .catch(async (error) => {
        const { code } = readProblem(error)
        if (code === 'no_such_coach') await context.queryClient.prefetchQuery(absenceOf(params.instructorId))
        if (['no_such_coach', 'bad_input'].includes(code)) throw notFound()
        throw error
      })
    const choice = readLessonChoice({ ...location.search })
    const { locationId, durationMinutes } = settleChoice(coach, choice)
    const request = { instructorId: coach.id, locationId, durationMinutes }
    // Without them the panel says so and offers to try again.
    const [slots] = await Promise.all([
      checkoutClient.slots.call(request).catch(() => null),
      context.me?.role === 'student' ? context.queryClient.prefetchQuery(packagesWith(coach.id)) : null,
      context.queryClient.prefetchQuery(packageOffersOf(coach.id, choice.package)),
    ])
    return { coach, rendered: slots && { request, slots } }
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData ? `Book ${loaderData.coach.label} · ${siteName}` : `Book a lesson · ${siteName}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  notFoundComponent: lazyRouteComponent(
    () => import('#features/coaches/components/coach-not-shown.tsx'),
    'CoachNotShown',
  ),
  component: InstantBookPage,
})

function InstantBookPage() {
  const { coach: loaded, rendered } = Route.useLoaderData()
  const { me } = Route.useRouteContext()
  const { checkout, ...choice } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: coach } = useSuspenseQuery(profileOf(loaded.id))
  const choose = (change: Partial<LessonChoice>) =>
    navigate({
      search: (known) => ({ ...known, checkout: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  return (
    <main className="pb-16">
      <div className="wrap max-w-5xl pt-8 sm:pt-12">
        <InstantCoach coach={coach} />
        {checkout && !choice.booking ? (
          <Alert tone="info" title="You left the checkout" className="mt-6">
            Nothing was charged. Choose a time whenever you are ready.
          </Alert>
        ) : null}
        <section
          id="instant-book-section"
          aria-label={`Book a lesson with ${coach.label}`}
          className="mt-6 rounded-card border bg-surface-raised p-(--pad) [--pad:1.25rem] sm:mt-8 sm:[--pad:2rem]"
        >
          <InstantBookingPanel
            key={coach.id}
            coach={coach}
            me={me}
            choice={choice}
            onChoice={choose}
            rendered={rendered}
          />
        </section>
      </div>
      {rendered && !rendered.slots.firstBookableDate ? <CoachSimilar key={coach.id} coach={coach} /> : null}
    </main>
  )
}
