import { createFileRoute, Link, notFound, redirect } from '@tanstack/react-router'
import { countCoaches, ENOUGH_COACHES } from '#features/content/cities/city.ts'
import { contentClient } from '#features/content/client.ts'
import { CityFigures } from '#features/content/components/city-figures.tsx'
import { CityHero } from '#features/content/components/city-hero.tsx'
import { CityPlaces } from '#features/content/components/city-places.tsx'
import { FindCoachBand } from '#features/content/components/find-coach-band.tsx'
import { FrequentQuestions } from '#features/content/components/frequent-questions.tsx'
import { NearbyCities } from '#features/content/components/nearby-cities.tsx'
import { NoSuchPage } from '#features/content/components/no-such-page.tsx'
import { WaitlistNote } from '#features/content/components/waitlist-note.tsx'
import { pageHead } from '#features/content/page-head.ts'
import type { CityPage } from '#features/content/schema.ts'
import { breadcrumbData, coachListData, questionsData } from '#features/content/structured-data.ts'
import { searchClient } from '#features/search/client.ts'
import { CoachGrid } from '#features/search/components/coach-grid.tsx'
import type { CoachCard } from '#features/search/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Near } from '#ui/near.tsx'

const ClinicsNear = lazyPart(() => import('#features/search/components/clinics-near.tsx'), 'ClinicsNear')

const TOP = 6

export const Route = createFileRoute('/_shell/{$city}-golf-instructors')({
  // The booking dialog changes the address and nothing on the page.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context, params }) => {
    const page = await context.queryClient
      .ensureQueryData({
        ...contentClient.city.queryOptions({ input: { slug: params.city } }),
        retry: false,
      })
      .catch((error) => {
        if (['no_such_city', 'bad_input'].includes(readProblem(error).code)) throw notFound()
        throw error
      })
    if (page.slug !== params.city)
      throw redirect({ to: '/{$city}-golf-instructors', params: { city: page.slug }, statusCode: 301 })
    const found =
      page.figures.coachCount > 0 ? await searchClient.coaches.call({ zip: page.zip, sort: 'rating' }) : null
    return { page, coaches: found?.coaches.slice(0, TOP) ?? [] }
  },
  head: ({ loaderData }) => (loaderData ? cityHead(loaderData) : {}),
  notFoundComponent: NoSuchCity,
  component: CityLandingPage,
})

function cityHead({ page, coaches }: { page: CityPage; coaches: readonly CoachCard[] }) {
  const origin = pageOrigin()
  const { city, state, figures } = page
  const path = `/${page.slug}-golf-instructors`
  const from = figures.prices ? ` from ${formatMoney(figures.prices.low)} an hour` : ''
  const reviews = figures.rating
    ? ` Rated ${figures.rating.average.toFixed(1)} in ${figures.rating.reviews} ${figures.rating.reviews === 1 ? 'review' : 'reviews'}.`
    : ''
  return pageHead({
    title: `Golf instructors in ${city}, ${state}`,
    description: `${countCoaches(figures.coachCount)} within 50 miles of ${city}, ${state}${from}.${reviews} See real open times and book a golf lesson online.`,
    path,
    image: { src: `/social/city/${page.slug}.jpg`, alt: `Golf lessons in ${city}, ${state}` },
    isUnlisted: figures.coachCount < ENOUGH_COACHES,
    structuredData: import.meta.env.SSR
      ? [
          breadcrumbData(origin, [{ name: `Golf instructors in ${city}`, path }]),
          ...(coaches.length > 0 ? [coachListData(origin, coaches)] : []),
          ...(page.questions.length > 0 ? [questionsData(page.questions)] : []),
        ]
      : [],
  })
}

function CityLandingPage() {
  const { page, coaches } = Route.useLoaderData()
  const { city, state, figures, nearby, questions, zip } = page
  return (
    <main>
      <div className="wrap pt-6">
        <Breadcrumb items={[{ label: 'Home', href: '/' }, { label: `${city}, ${state}` }]} />
      </div>
      <CityHero page={page} />
      {coaches.length > 0 ? (
        <>
          <div className="wrap pb-14 sm:pb-20">
            <CityFigures figures={figures} />
          </div>
          <div className="border-t bg-surface-sunken">
            <section aria-labelledby="top-coaches" className="wrap pt-12 pb-14 sm:pt-16 sm:pb-20">
              <div className="@container">
                <h2 id="top-coaches" className="text-headline">
                  {figures.coachCount > TOP ? `Best rated around ${city}` : `Who teaches around ${city}`}
                </h2>
                <CoachGrid coaches={coaches} firstPosition={1} zip={zip} />
              </div>
              {figures.coachCount > TOP ? (
                <Link
                  to="/"
                  search={{ zip, price: 'any' }}
                  hash="search"
                  className={buttonClass({ size: 'lg' }, 'mt-8')}
                >
                  See all {figures.coachCount} instructors
                </Link>
              ) : null}
              <Near>
                <ClinicsNear zip={zip} around={city} />
              </Near>
            </section>
          </div>
          <div className="wrap flex flex-col gap-16 py-14 sm:gap-20 sm:py-20">
            <CityPlaces page={page} />
            <FrequentQuestions title={`Questions about golf lessons in ${city}`} questions={questions} />
            <NearbyCities title="Nearby cities" cities={nearby} />
            <WaitlistNote city={city} state={state} isEmpty={false} />
          </div>
        </>
      ) : (
        <div className="wrap flex flex-col gap-12 pb-20">
          <NearbyCities title={`Nearest to ${city}`} cities={nearby} />
          <WaitlistNote city={city} state={state} isEmpty />
          <p className="text-muted">
            Do you teach near here?{' '}
            <Link to="/instructor-landing" className="text-link">
              Be the first coach people find
            </Link>
            .
          </p>
        </div>
      )}
      <FindCoachBand
        title={coaches.length > 0 ? 'Closer to home' : 'Try your own zip code'}
        text="Enter your zip code to see the coaches nearest to you first."
      />
    </main>
  )
}

function NoSuchCity() {
  return (
    <NoSuchPage title="That city is not on our map">
      <p>Check the spelling, or search by zip code: that always finds the nearest coaches.</p>
      <Link to="/" hash="search" className={buttonClass({ variant: 'brand' }, 'mt-8')}>
        Find instructors
      </Link>
    </NoSuchPage>
  )
}
