import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { titleHead } from '#app/title-head.ts'
import { LESSONS_PER_PAGE, type LessonList, lessonLists } from '#features/bookings/booking.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { useRefreshLessons } from '#features/bookings/components/use-refresh-lessons.ts'
import { type ActionKind, readLessonAction } from '#features/bookings/lesson-action-kinds.ts'
import type { Lesson, ListedLesson } from '#features/bookings/schema.ts'
import { OwnCancellationList } from '#features/cancellation-list/components/own-cancellation-list.tsx'
import { ownListQuery } from '#features/cancellation-list/components/own-cancellation-list-query.ts'
import { LessonCard } from '#features/lessons/components/lesson-card.tsx'
import { LessonDialogs } from '#features/lessons/components/lesson-dialogs.tsx'
import {
  LessonListFailed,
  LessonListSkeleton,
  NoLessons,
} from '#features/lessons/components/lesson-list-states.tsx'
import { useOpenLesson } from '#features/lessons/components/use-open-lesson.ts'
import { PackageList } from '#features/proposals/components/package-list.tsx'
import { hasLessonsLeft, packageListQuery } from '#features/proposals/components/package-list-query.ts'
import { ReviewsLink } from '#features/video-reviews/components/reviews-link.tsx'
import { choiceParam, countParam, uuidParam } from '#platform/search-params.ts'
import { useLive } from '#platform/use-live.ts'
import { NoHistoryStep } from '#ui/history-steps.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'

/** Loaded lazily: it is needed once, after a package was bought. */
const BoughtPackage = lazyPart(
  () => import('#features/proposals/components/bought-package.tsx'),
  'BoughtPackage',
)

/** A person's lessons: upcoming, past and cancelled. The address names the list and the page. */
export const Route = createFileRoute('/_shell/_student-or-coach/lessons')({
  validateSearch: (raw: Record<string, unknown>): Choice => ({
    when: choiceParam(['upcoming', 'past', 'cancelled'] as const, raw.when),
    page: countParam(raw.page, 1, 500),
    lesson: uuidParam(raw.lesson),
    do: readLessonAction(raw.do),
    bought: uuidParam(raw.bought),
  }),
  loaderDeps: ({ search: { when, page } }) => ({ when, page }),
  loader: async ({ context, deps }) => {
    // The server waits and renders the list; the browser shows a placeholder immediately. The page itself
    // shows errors.
    const reading = Promise.all([
      context.queryClient.prefetchQuery(lessonsQuery(deps)),
      context.queryClient.prefetchQuery(countsQuery),
      context.me?.role === 'student' ? context.queryClient.prefetchQuery(ownListQuery) : null,
    ])
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('My Lessons'),
  component: LessonsPage,
})

type Choice = {
  when?: LessonList | undefined
  page?: number | undefined
  /** The dialog over the list: a lesson and the current action. */
  lesson?: string | undefined
  do?: ActionKind | undefined
  /** The payment of a package that was just bought. */
  bought?: string | undefined
}

const lessonsQuery = ({ when = 'upcoming', page = 1 }: Pick<Choice, 'when' | 'page'>) =>
  bookingsClient.list.queryOptions({ input: { when, page }, staleTime: 0 })
const countsQuery = bookingsClient.counts.queryOptions({ staleTime: 0 })

function LessonsPage() {
  const search = Route.useSearch()
  const { me } = Route.useRouteContext()
  const refresh = useRefreshLessons()
  const open = useOpenLesson(search)
  const lessons = useQuery({
    ...lessonsQuery(search),
    placeholderData: keepPreviousData,
    // Lessons begin and end while the page is open, which changes the available actions.
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  })
  const counts = useQuery(countsQuery)
  useLive(topicsOf(me?.userId, lessons.data), () => void refresh())

  const as = me?.role === 'coach' ? 'coach' : 'student'
  const when = search.when ?? 'upcoming'
  const isUpcoming = when === 'upcoming'
  const page = search.page ?? 1
  const total = counts.data?.[when] ?? 0
  const hasExtras = isUpcoming && page === 1
  const list = (shown: ListedLesson[] | undefined) => (
    <ul className="flex flex-col gap-3">
      {shown?.map((lesson) => (
        <li key={lesson.id}>
          <LessonCard
            lesson={lesson}
            as={as}
            isPast={!isUpcoming}
            onDo={(doing) => open.show(lesson.id, doing)}
          />
        </li>
      ))}
    </ul>
  )
  const isEmpty = lessons.data?.length === 0
  const packages = useQuery({ ...packageListQuery(), enabled: isEmpty && hasExtras && as === 'student' })
  const hasPackage = packages.data?.some(hasLessonsLeft) ?? false
  const extras =
    hasExtras && me ? (
      <div className="my-5 flex flex-col gap-3 empty:hidden">
        <ReviewsLink userId={me.userId} as={as} />
        <PackageList userId={me.userId} as={as} />
        {as === 'student' ? <OwnCancellationList userId={me.userId} part="requests" /> : null}
      </div>
    ) : null
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader
        title="My Lessons"
        lead={
          as === 'coach'
            ? 'Lessons booked with you. All times are local to the lesson.'
            : 'Upcoming, past and cancelled lessons. All times are local to the lesson.'
        }
        actions={
          as === 'coach' ? (
            <LinkButton href="/schedule" size="sm">
              Open your schedule
            </LinkButton>
          ) : null
        }
      />
      <NavTabs
        label="Which lessons"
        className="mt-6"
        items={lessonLists.map((list) => ({
          href: addressOf({ when: list }),
          label: <TabLabel name={tabNames[list]} count={counts.data?.[list]} />,
          current: list === when,
        }))}
      />
      {search.bought && as === 'student' ? (
        <Suspense>
          <BoughtPackage paymentId={search.bought} />
        </Suspense>
      ) : null}
      {me && isUpcoming && as === 'student' ? <OwnCancellationList userId={me.userId} part="offers" /> : null}
      {isEmpty ? extras : null}
      <section aria-label={`${tabNames[when]} lessons`} className="mt-5">
        {lessons.isPending ? <LessonListSkeleton /> : null}
        {lessons.isError ? <LessonListFailed onRetry={() => void lessons.refetch()} /> : null}
        {isEmpty ? (
          <NoLessons as={as} list={when} page={page} userId={me?.userId ?? ''} hasPackage={hasPackage} />
        ) : null}
        {hasExtras ? list(lessons.data?.slice(0, 1)) : list(lessons.data)}
      </section>
      {/* The next lesson comes first. */}
      {isEmpty ? null : extras}
      {hasExtras && (lessons.data?.length ?? 0) > 1 ? (
        <section aria-label="Later lessons" className="mt-3">
          {list(lessons.data?.slice(1))}
        </section>
      ) : null}
      {search.lesson ? (
        <NoHistoryStep value={true}>
          <LessonDialogs
            bookingId={search.lesson}
            doing={search.do ?? 'details'}
            as={as}
            onClose={open.close}
            onDo={open.goOn}
          />
        </NoHistoryStep>
      ) : null}
      <Pagination
        label="Pages of lessons"
        className="mt-6"
        page={page}
        pageCount={Math.ceil(total / LESSONS_PER_PAGE)}
        hrefFor={(to) => addressOf({ when: search.when, page: to })}
      />
    </main>
  )
}

const tabNames: Record<LessonList, string> = { upcoming: 'Upcoming', past: 'Past', cancelled: 'Cancelled' }

function TabLabel({ name, count }: { name: string; count: number | undefined }) {
  return (
    <>
      {name} {count ? <span className="tabular font-normal text-muted">{count}</span> : null}
    </>
  )
}

const OTHER_TOPICS = 8

/** The topics to listen to: the user's own, and one for each listed lesson that may still change. */
function topicsOf(userId: string | undefined, lessons: Lesson[] | undefined): string[] {
  if (!userId) return []
  const open = lessons?.filter((lesson) => lesson.status === 'pending' || lesson.status === 'confirmed') ?? []
  return [`user:${userId}`, ...open.slice(0, OTHER_TOPICS).map((lesson) => `booking:${lesson.id}`)]
}

function addressOf({ when, page = 1 }: Choice): string {
  const query = new URLSearchParams()
  if (when && when !== 'upcoming') query.set('when', when)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/lessons?${query}` : '/lessons'
}
