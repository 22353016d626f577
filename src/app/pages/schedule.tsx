import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { titleHead } from '#app/title-head.ts'
import { type ActionKind, readLessonAction } from '#features/bookings/lesson-action-kinds.ts'
import { useOpenLesson } from '#features/lessons/components/use-open-lesson.ts'
import { ScheduleCalendar } from '#features/schedule/components/schedule-calendar.tsx'
import { scheduleQuery } from '#features/schedule/components/schedule-query.ts'
import { readDate, type ScheduleView, scheduleViews } from '#features/schedule/schedule.ts'
import { choiceParam, uuidParam } from '#platform/search-params.ts'
import { NoHistoryStep } from '#ui/history-steps.ts'

/** Loaded after the calendar, because most visits open no lesson. */
const LessonDialogs = lazyRouteComponent(
  () => import('#features/lessons/components/lesson-dialogs.tsx'),
  'LessonDialogs',
)

/** A coach's calendar. The URL contains the view, the date and the open dialog. */
export const Route = createFileRoute('/_shell/_coach/schedule')({
  validateSearch: (raw: Record<string, unknown>): Choice => ({
    view: choiceParam(scheduleViews, raw.view),
    date: readDate(raw.date),
    place: uuidParam(raw.place),
    lesson: uuidParam(raw.lesson),
    for: uuidParam(raw.for),
    do: readLessonAction(raw.do),
  }),
  loaderDeps: ({ search }) => requestOf(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = queryClient.prefetchQuery(scheduleQuery(deps))
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Schedule'),
  component: SchedulePage,
})

type Choice = {
  view?: ScheduleView | undefined
  date?: string | undefined
  place?: string | undefined
  lesson?: string | undefined
  /** The student for whom a lesson is being added. */
  for?: string | undefined
  do?: ActionKind | undefined
}

const requestOf = ({ view = 'week', date, place }: Choice) => ({
  view,
  ...(date ? { date } : {}),
  ...(place ? { placeId: place } : {}),
})

function SchedulePage() {
  const search = Route.useSearch()
  const { me } = Route.useRouteContext()
  const open = useOpenLesson(search)
  const navigate = Route.useNavigate()
  useEffect(() => void LessonDialogs.preload?.(), [])
  return (
    <main className="wrap max-w-7xl py-6 sm:py-8">
      {me ? (
        <ScheduleCalendar
          coachId={me.userId}
          request={requestOf(search)}
          lessonFor={search.for}
          onLessonFor={() =>
            void navigate({
              search: (now) => ({ ...now, for: undefined }),
              replace: true,
              resetScroll: false,
            })
          }
          onLesson={(bookingId) => open.show(bookingId, 'details')}
        />
      ) : null}
      {search.lesson ? (
        <Suspense fallback={null}>
          <NoHistoryStep value={true}>
            <LessonDialogs
              bookingId={search.lesson}
              doing={search.do ?? 'details'}
              as="coach"
              onClose={open.close}
              onDo={open.goOn}
            />
          </NoHistoryStep>
        </Suspense>
      ) : null}
    </main>
  )
}
