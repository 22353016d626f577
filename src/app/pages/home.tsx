import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { viewParams } from '#features/back-office/view.ts'
import { pageHead } from '#features/content/page-head.ts'
import { organizationData, websiteData } from '#features/content/structured-data.ts'
import { ResumeNote } from '#features/onboarding/components/resume-note.tsx'
import { resumeQuery } from '#features/onboarding/components/resume-query.ts'
import { homeQuery } from '#features/search/components/home/home-query.ts'
import { preloadMore } from '#features/search/components/home/more.tsx'
import { LazyHero } from '#features/search/components/lazy-hero.ts'
import { LazyNoResults } from '#features/search/components/lazy-no-results.ts'
import { MemberHome } from '#features/search/components/member-home.tsx'
import { nearestQuery, searchQuery } from '#features/search/components/search-query.ts'
import { preloadResults } from '#features/search/components/search-results.tsx'
import { VisitorHome } from '#features/search/components/visitor-home.tsx'
import { isSearching, readSearchAddress, type SearchAddress } from '#features/search/search-address.ts'
import { loadCoachHome } from '#features/tasks/components/coach-home-queries.ts'
import { LazyCoachHome } from '#features/tasks/components/lazy-coach-home.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { siteName } from '#platform/site-name.ts'
import { fontPreload, italicFontFile } from '#ui/font-files.ts'
import { LazyAdminHome } from '../back-office/lazy-admin-home.ts'

const DESCRIPTION =
  'See golf instructors within 50 miles of your zip code: real open times, clear prices, reviews from real lessons. Book and pay in a minute.'

interface HomeSearch extends SearchAddress {
  notice?: 'admins-stay-out'
  /** Of the admins' home. */
  tab?: string
}

/** The home page is another one for each kind of person. */
export const Route = createFileRoute('/_shell/')({
  validateSearch: (raw: Record<string, unknown>): HomeSearch => ({
    // A tab of the admins' home has a view of its list.
    ...(raw.tab ? { ...viewParams(raw), tab: String(raw.tab) } : readSearchAddress(raw)),
    ...(raw.notice === 'admins-stay-out' ? { notice: 'admins-stay-out' as const } : {}),
  }),
  loaderDeps: ({ search }) => (search.tab ? {} : readSearchAddress({ ...search })),
  loader: async ({ context: { queryClient, me }, deps }) => {
    if (!me) {
      // Without it the page lacks a button and what students said, and is worth reading all the same.
      const reading = [queryClient.prefetchQuery(homeQuery), import.meta.env.SSR ? preloadMore() : undefined]
      if (!deps.zip) await LazyHero.preload?.()
      if (import.meta.env.SSR) await Promise.all(reading)
    }
    if (me?.role === 'student' || me?.role === 'prospect' || me?.prospect) {
      const reading = queryClient.prefetchQuery(resumeQuery)
      if (import.meta.env.SSR) await reading
    }
    if (me?.role === 'student') {
      const reading = Promise.all([
        LazyStudentStart.preload?.(),
        import('#features/students/components/student-start.tsx').then(({ loadStudentStart }) =>
          loadStudentStart(queryClient),
        ),
      ])
      if (import.meta.env.SSR) await reading
    }
    // The server waits and draws what it found; the browser shows at once that it is looking.
    if (me?.role === 'coach') {
      await loadCoachHome(queryClient)
    } else if (isSearching(deps)) {
      const drawing = preloadResults()
      const finding = queryClient.prefetchQuery(searchQuery(deps)).then(async () => {
        const { zip } = deps
        const found = queryClient.getQueryData(searchQuery(deps).queryKey)
        if (found?.total === 0)
          await Promise.all([
            LazyNoResults.preload?.(),
            zip && found.outsidePrice === 0 ? queryClient.prefetchQuery(nearestQuery(zip)) : undefined,
          ])
      })
      if (import.meta.env.SSR) await Promise.all([finding, drawing])
    }
  },
  head: ({ match }) => {
    const { zip } = match.search
    const { me } = match.context
    const head = pageHead({
      title:
        me?.role === 'coach' || me?.role === 'admin'
          ? 'Dashboard'
          : zip
            ? `Golf instructors near ${zip}`
            : `${siteName}: find a golf instructor near you`,
      description: DESCRIPTION,
      // A search is the same page: what is worth finding of it are the cities and the coaches.
      path: '/',
      structuredData: import.meta.env.SSR ? [websiteData(pageOrigin()), organizationData(pageOrigin())] : [],
    })
    // Only the hero opens with it, and a search has none.
    return me || zip ? head : { ...head, links: [...head.links, fontPreload(italicFontFile)] }
  },
  component: Home,
})

function Home() {
  const { me } = Route.useRouteContext()
  const { tab } = Route.useSearch()
  return (
    <>
      {!me ? (
        <VisitorHome />
      ) : me.role === 'coach' ? (
        <>
          {me.prospect ? <ResumeNote /> : null}
          <LazyCoachHome />
        </>
      ) : me.role === 'admin' ? (
        <LazyAdminHome tab={tab} />
      ) : (
        <MemberHome
          me={me}
          note={
            <>
              <ResumeNote />
              {me.role === 'student' ? <LazyStudentStart /> : null}
            </>
          }
        />
      )}
    </>
  )
}

/** Loaded only for students. The server awaits its `preload` before rendering. */
const LazyStudentStart = lazyRouteComponent(
  () => import('#features/students/components/student-start.tsx'),
  'StudentStart',
)
