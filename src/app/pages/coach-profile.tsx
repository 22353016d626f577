import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { packSlots, unpackSlots } from '#features/availability/packed-slots.ts'
import { priceLesson } from '#features/bookings/booking.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { settleChoice } from '#features/bookings/lesson-choice.ts'
import { type LessonChoice, readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { asKind, bookableKinds } from '#features/bookings/lesson-kinds.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { CoachAbout } from '#features/coaches/components/coach-about.tsx'
import { CoachBookingBar } from '#features/coaches/components/coach-booking-bar.tsx'
import { CoachGallery } from '#features/coaches/components/coach-gallery.tsx'
import { CoachHeadline } from '#features/coaches/components/coach-headline.tsx'
import { CoachPlaces } from '#features/coaches/components/coach-places.tsx'
import { CoachPolicies } from '#features/coaches/components/coach-policies.tsx'
import { CoachReviews } from '#features/coaches/components/coach-reviews.tsx'
import { bookedCount, ratingsOf, reviewPages } from '#features/coaches/components/review-pages.ts'
import { useStickyTop } from '#features/coaches/components/use-sticky-top.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { coachHead } from '#features/content/components/coach-head.ts'
import { InstantBookingPanel } from '#features/instant-book/components/instant-booking-panel.tsx'
import { packageOffersOf } from '#features/instant-book/components/package-offers.ts'
import { packagesWith } from '#features/instant-book/components/student-packages.ts'
import { MessageCoach } from '#features/messages/components/message-coach.tsx'
import type { PackageOffer } from '#features/proposals/packages/offers/schema.ts'
import { SaveProfile } from '#features/saves/save-profile.tsx'
import { CoachSimilar } from '#features/search/components/coach-similar.tsx'
import { reviewOfferOf } from '#features/video-reviews/components/review-offer.ts'
import type { ReviewOffer } from '#features/video-reviews/schema.ts'
import { promiseText } from '#features/video-reviews/video-review.ts'
import { measuredProgressQuery } from '#features/workspaces/components/workspace-queries.ts'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDuration } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useNear } from '#ui/near.tsx'

const PlacesMap = lazyPart(() => import('#features/search/components/map/places-map.tsx'), 'PlacesMap')

const MeasuredProgress = lazyPart(
  () => import('#features/workspaces/components/measured-progress.tsx'),
  'MeasuredProgress',
)

/** Loaded with its data when the user scrolls near it: few coaches have clinics. */
const CoachClinics = lazyPart(() => import('#features/clinics/components/coach-clinics.tsx'), 'CoachClinics')

const BuyReview = lazyPart(() => import('#features/video-reviews/components/buy-review.tsx'), 'BuyReview')

/** Loaded when the user scrolls near it. */
const RainRuleLine = lazyPart(
  () => import('#features/rain-checks/components/rain-rule-line.tsx'),
  'RainRuleLine',
)

const PANEL = 'instant-book-section'
const REVIEW = 'video-review'

interface ProfileSearch extends LessonChoice {
  /** `cancelled` when the processor returns a user without payment. */
  checkout?: 'cancelled' | undefined
}

const profileOf = (instructorId: string) => coachesClient.profile.queryOptions({ input: { instructorId } })
const absenceOf = (instructorId: string) => coachesClient.absence.queryOptions({ input: { instructorId } })

export const Route = createFileRoute('/_shell/instructor/$instructorId')({
  validateSearch: (raw: Record<string, unknown>): ProfileSearch => ({
    ...readLessonChoice(raw),
    checkout: raw.checkout === 'cancelled' ? 'cancelled' : undefined,
  }),
  // A selection changes only the URL: the panel fetches its open times itself.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context, params, location }) => {
    const { queryClient, me } = context
    const coach = await queryClient
      .ensureQueryData({ ...profileOf(params.instructorId), retry: false })
      .catch(async (error) => {
        const { code } = readProblem(error)
        if (code === 'no_such_coach') await queryClient.prefetchQuery(absenceOf(params.instructorId))
        if (['no_such_coach', 'bad_input'].includes(code)) throw notFound()
        throw error
      })
    const choice = readLessonChoice({ ...location.search })
    const { locationId, durationMinutes } = settleChoice(asKind(coach, choice.kind), choice)
    const request = { instructorId: coach.id, locationId, durationMinutes }
    const [slots, , , ratings] = await Promise.all([
      // If this fails, the panel shows an error with a retry; the rest of the page is still useful.
      checkoutClient.slots.call(request).catch(() => null),
      queryClient.ensureInfiniteQueryData(reviewPages(coach)).catch(() => null),
      me?.role === 'student' ? queryClient.prefetchQuery(packagesWith(coach.id)) : null,
      bookedCount(coach) > 0 ? queryClient.ensureQueryData(ratingsOf(coach.id)).catch(() => []) : [],
      queryClient.prefetchQuery(measuredProgressQuery(coach.id)),
      queryClient.prefetchQuery(packageOffersOf(coach.id, choice.package)),
      queryClient.prefetchQuery(reviewOfferOf(coach.id)),
    ])
    return { coach, ratings, packed: slots && { request, slots: packSlots(slots) } }
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? coachHead(
          loaderData.coach,
          loaderData.ratings,
          import.meta.env.SSR
            ? alsoSold(
                loaderData.coach,
                match.context.queryClient.getQueryData(
                  packageOffersOf(loaderData.coach.id, undefined).queryKey,
                ) ?? [],
                match.context.queryClient.getQueryData(reviewOfferOf(loaderData.coach.id).queryKey),
              )
            : [],
        )
      : { meta: [{ title: `Coach not available · ${siteName}` }, { name: 'robots', content: 'noindex' }] },
  notFoundComponent: lazyRouteComponent(
    () => import('#features/coaches/components/coach-not-shown.tsx'),
    'CoachNotShown',
  ),
  component: CoachProfilePage,
})

/** What a coach sells in addition to private lessons, for search engines. */
const alsoSold = (
  coach: CoachProfile,
  packages: readonly PackageOffer[],
  review: ReviewOffer | null | undefined,
) => [
  ...bookableKinds(coach)
    .filter(({ type }) => type !== 'individual')
    .map(({ type, hourlyRateCents, durations: [minutes = 60] }) => ({
      link: `?kind=${type}#${PANEL}`,
      title: `${type === 'group' ? 'Group golf lesson' : 'Playing lesson on the course'}, ${formatDuration(minutes)}`,
      priceCents: priceLesson(hourlyRateCents, minutes),
    })),
  ...packages.map(({ id, title, priceCents }) => ({ link: `?package=${id}#${PANEL}`, title, priceCents })),
  ...(review
    ? [
        {
          link: `#${REVIEW}`,
          title: `Video review, answered ${promiseText(review.promisedHours)}`,
          priceCents: review.priceCents,
        },
      ]
    : []),
]

/** Another coach's page is the same component: the keys keep a note, a code or answers for one coach from the next. */
function CoachProfilePage() {
  const { coach: loaded, packed } = Route.useLoaderData()
  const rendered = useMemo(
    () => packed && { request: packed.request, slots: unpackSlots(packed.slots) },
    [packed],
  )
  const { me } = Route.useRouteContext()
  const { checkout, ...choice } = Route.useSearch()
  const navigate = Route.useNavigate()
  // The price may change while the page is open.
  const { data: coach } = useSuspenseQuery(profileOf(loaded.id))
  // Few coaches have measurements; for the others, nothing is fetched.
  const { data: progress = [] } = useQuery(measuredProgressQuery(loaded.id))
  const panel = useStickyTop()
  const { data: review } = useQuery(reviewOfferOf(loaded.id))
  // What else the coach sells.
  const [others, isNear] = useNear()
  const [policies, isRuleNear] = useNear()

  const choose = (change: Partial<LessonChoice>) =>
    navigate({
      search: (known) => ({ ...known, checkout: undefined, ...change }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })

  return (
    <main>
      <div className="@container pb-16 sm:pt-6">
        <CoachGallery coach={coach} />
        <div className="wrap grid gap-x-14 gap-y-12 @4xl:grid-cols-[minmax(0,1fr)_25.5rem] @4xl:grid-rows-[auto_1fr] @6xl:gap-x-20">
          <div className="flex min-w-0 flex-col gap-12 wrap-anywhere">
            <CoachHeadline
              key={coach.id}
              coach={coach}
              me={me}
              actions={
                <>
                  {!me || me.role === 'student' ? (
                    <MessageCoach coach={coach} className={buttonClass({ size: 'sm' }, 'max-sm:order-last')}>
                      <MessageCircle aria-hidden />
                      Message
                    </MessageCoach>
                  ) : null}
                  <SaveProfile coach={coach} me={me} />
                </>
              }
              hasOpenTimes={rendered?.slots.days.some(({ slots }) => slots.length > 0) ?? true}
            />
            <CoachAbout coach={coach} />
          </div>
          <div className="@4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1 @4xl:pt-8">
            <section
              ref={panel}
              id={PANEL}
              aria-label={`Book a lesson with ${coach.label}`}
              className="scroll-mt-20 rounded-card border bg-surface-raised p-(--pad) shadow-float [--pad:1.25rem] sm:[--pad:1.75rem] @4xl:sticky @4xl:top-21 @4xl:[--pad:1.5rem]"
            >
              {checkout && !choice.booking ? (
                <Alert tone="info" title="You left the checkout" className="mb-5">
                  Nothing was charged. Choose a time whenever you are ready.
                </Alert>
              ) : null}
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
          <div className="flex min-w-0 flex-col gap-12 wrap-anywhere">
            <CoachPlaces coach={coach} DrawnMap={PlacesMap} />
            <div ref={others} className="-mt-12 [&>section]:mt-12">
              {isNear ? (
                <Suspense fallback={null}>
                  <CoachClinics instructorId={coach.id} />
                </Suspense>
              ) : null}
              {review ? (
                <div id={REVIEW} className="scroll-mt-12 pt-12">
                  {isNear ? (
                    <Suspense fallback={null}>
                      <BuyReview key={coach.id} coach={coach} me={me} offer={review} />
                    </Suspense>
                  ) : null}
                </div>
              ) : null}
            </div>
            {progress.length > 0 ? (
              <Suspense fallback={null}>
                <MeasuredProgress instructorId={coach.id} />
              </Suspense>
            ) : null}
            <CoachReviews key={coach.id} coach={coach} />
            <div ref={policies}>
              <CoachPolicies
                coach={coach}
                cancellation={policyText(coach.cancellationPolicy)}
                more={
                  isRuleNear ? (
                    <Suspense fallback={null}>
                      <RainRuleLine coachId={coach.id} look="profile" />
                    </Suspense>
                  ) : null
                }
                bookable={rendered ? rendered.slots.bookable : null}
              />
            </div>
          </div>
        </div>
        <CoachSimilar key={coach.id} coach={coach} />
      </div>
      <CoachBookingBar coach={coach} target={PANEL} />
    </main>
  )
}
