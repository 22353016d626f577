import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarOff, CalendarPlus, CloudRain, MessageCircle, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { settingsQuery } from '#features/availability/components/availability-queries.ts'
import {
  BlockDialog,
  type DatedTime,
  OpeningDialog,
} from '#features/availability/components/times-off-dialogs.tsx'
import { clockOf } from '#features/availability/week.ts'
import { minutesOf } from '#features/availability/weekdays.ts'
import { useRefreshLessons } from '#features/bookings/components/use-refresh-lessons.ts'
import { readProblem } from '#platform/api-problem.ts'
import { zoneName } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ScheduleView, scheduleHref } from '../schedule.ts'
import type { DraggedTo, ScheduleEntry, WeekSchedule } from '../schema.ts'
import { ActDialog } from './act-dialog.tsx'
import { Agenda } from './agenda.tsx'
import { EnterLessonDialog } from './enter-lesson-dialog.tsx'
import { type LookName, lookOf, looks } from './entry-looks.ts'
import { KeptDialog } from './kept-dialog.tsx'
import { DayMessageDialog } from './message-dialogs.tsx'
import { MonthGrid } from './month-grid.tsx'
import { MoveToDialog } from './move-to-dialog.tsx'
import { PickDialog } from './pick-dialog.tsx'
import { scheduleQuery } from './schedule-query.ts'
import type { GridTime } from './time-cursor.tsx'
import { TimeGrid } from './time-grid.tsx'
import { Toolbar } from './toolbar.tsx'
import { useMovedFocus } from './use-moved-focus.ts'

/** Loaded when a coach calls off lessons. */
const CallOffDialog = lazyPart(
  () => import('#features/rain-checks/components/call-off-dialog.tsx'),
  'CallOffDialog',
)

/** The dialog open over the calendar. */
type Doing =
  | { what: 'move'; to: DraggedTo }
  | { what: 'pick'; time: GridTime }
  | { what: 'block' | 'open' | 'lesson'; time: DatedTime | null }
  | { what: 'message' | 'call_off' }
  | { what: 'kept'; hold: Extract<ScheduleEntry, { kind: 'hold' }> }
  | { what: 'act'; entry: Extract<ScheduleEntry, { kind: 'block' | 'opening' }> }

/** A coach's calendar with its entries and actions. Each action opens a dialog first. */
export function ScheduleCalendar({
  coachId,
  request,
  lessonFor,
  onLessonFor,
  onLesson,
}: {
  coachId: string
  request: { view: ScheduleView; date?: string | undefined; placeId?: string | undefined }
  /** The student to add a lesson for. */
  lessonFor?: string | undefined
  /** Called when its dialog is closed. */
  onLessonFor: () => void
  onLesson: (bookingId: string) => void
}) {
  const query = useQuery({
    ...scheduleQuery(request),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
  const settings = useQuery(settingsQuery)
  const refresh = useRefreshLessons()
  useLive([`user:${coachId}`, `coach-slots:${coachId}`], () => void refresh())
  const [doing, setDoing] = useState<Doing | null>(lessonFor ? { what: 'lesson', time: null } : null)
  const close = () => {
    setDoing(null)
    if (lessonFor) onLessonFor()
  }
  const schedule = query.data
  const focusMoved = useMovedFocus(schedule?.entries)
  const studentsOfDay = schedule?.view === 'day' ? countStudents(schedule) : 0
  const open = {
    onLesson,
    onKept: (hold: Extract<ScheduleEntry, { kind: 'hold' }>) => setDoing({ what: 'kept', hold }),
    onAct: (entry: Extract<ScheduleEntry, { kind: 'block' | 'opening' }>) => setDoing({ what: 'act', entry }),
  }
  const choices = (time: DatedTime | null) => [
    {
      label: 'Add a lesson',
      hint: 'For a student you know or want to invite.',
      icon: UserPlus,
      onSelect: () => setDoing({ what: 'lesson', time }),
    },
    {
      label: 'Block time',
      hint: 'Students can’t book you then. Lessons stay.',
      icon: CalendarOff,
      onSelect: () => setDoing({ what: 'block', time }),
    },
    {
      label: 'Open extra hours',
      hint: 'Students can book this time in addition to your weekly hours.',
      icon: CalendarPlus,
      onSelect: () => setDoing({ what: 'open', time }),
    },
  ]
  const callOff = {
    label: 'Call off lessons',
    icon: CloudRain,
    onSelect: () => setDoing({ what: 'call_off' }),
  }
  return (
    <>
      <PageHeader
        title="Schedule"
        lead={schedule ? <ZoneLine schedule={schedule} /> : 'Your lessons, hours and days off.'}
      />
      {schedule ? <PlaceTabs schedule={schedule} /> : null}
      <div className="mt-5 flex flex-col gap-4">
        {schedule ? (
          <Toolbar schedule={schedule} place={request.placeId} add={[...choices(null), callOff]} />
        ) : null}
        {studentsOfDay > 0 ? (
          <Button size="sm" className="self-start" onClick={() => setDoing({ what: 'message' })}>
            <MessageCircle aria-hidden />
            {studentsOfDay === 1 ? 'Message your student' : `Message all ${studentsOfDay} students`}
          </Button>
        ) : null}
        {query.isError ? (
          <Alert
            tone="error"
            title={readProblem(query.error).message ?? 'We could not load your calendar.'}
            action={
              <Button size="sm" onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          >
            {schedule ? 'What you see may be out of date.' : null}
          </Alert>
        ) : null}
        {schedule ? (
          <>
            {schedule.view === 'month' ? <MonthGrid schedule={schedule} open={open} /> : null}
            {schedule.view === 'agenda' ? <Agenda schedule={schedule} open={open} /> : null}
            {schedule.view === 'week' || schedule.view === 'day' ? (
              <TimeGrid
                // The key resets the selection in the grid when another week is shown.
                key={`${schedule.view} ${schedule.from}`}
                schedule={schedule}
                open={open}
                onMove={(to) => setDoing({ what: 'move', to })}
                onPick={(time) => setDoing({ what: 'pick', time })}
              />
            ) : null}
            <Legend entries={schedule.entries} />
          </>
        ) : query.isPending ? (
          <div role="status">
            <span className="sr-only">Loading your calendar…</span>
            <Skeleton className="h-10 w-full" />
            <Skeleton className="mt-4 h-[38rem] w-full" />
          </div>
        ) : null}
      </div>
      {schedule && doing?.what === 'move' ? (
        <MoveToDialog to={doing.to} zone={schedule.zone} onClose={close} onMoved={focusMoved} />
      ) : null}
      {schedule && doing?.what === 'pick' ? (
        <PickDialog
          time={doing.time}
          zone={schedule.zone}
          choices={choices(datedTime(doing.time))}
          onClose={close}
        />
      ) : null}
      {schedule && doing?.what === 'block' ? (
        <BlockDialog today={schedule.today} time={doing.time} onClose={close} />
      ) : null}
      {doing?.what === 'open' ? (
        settings.data ? (
          <OpeningDialog settings={settings.data} time={doing.time} onClose={close} />
        ) : (
          <Dialog open onOpenChange={(isOpen) => isOpen || close()} size="sm" title="Open extra hours">
            {settings.isError && !settings.isFetching ? (
              <Alert
                tone="error"
                title="Your places could not be loaded."
                action={
                  <Button size="sm" onClick={() => void settings.refetch()}>
                    Try again
                  </Button>
                }
              />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </Dialog>
        )
      ) : null}
      {schedule && doing?.what === 'lesson' ? (
        <EnterLessonDialog
          schedule={schedule}
          begin={beginOf(doing.time)}
          studentId={lessonFor}
          onClose={close}
        />
      ) : null}
      {schedule && doing?.what === 'message' ? (
        <DayMessageDialog day={schedule} count={studentsOfDay} onClose={close} />
      ) : null}
      {schedule && doing?.what === 'call_off' ? (
        <Suspense>
          <CallOffDialog date={dateToCallOff(schedule)} today={schedule.today} onClose={close} />
        </Suspense>
      ) : null}
      {doing?.what === 'kept' ? <KeptDialog hold={doing.hold} onClose={close} /> : null}
      {schedule && doing?.what === 'act' ? (
        <ActDialog entry={doing.entry} zone={schedule.zone} onClose={close} />
      ) : null}
    </>
  )
}

/** The day in view, or today when more are in view. */
const dateToCallOff = ({ view, from, today }: WeekSchedule) => (view === 'day' && from > today ? from : today)

const datedTime = ({ date, from, to }: GridTime): DatedTime => ({
  date,
  startTime: clockOf(from),
  endTime: clockOf(to),
})

const beginOf = (time: DatedTime | null) =>
  time && { ...time, length: minutesOf(time.endTime) - minutesOf(time.startTime) }

/** Shows `All times in MST (Phoenix), where you teach.` */
function ZoneLine({ schedule: { zone, now } }: { schedule: WeekSchedule }) {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return `All times in ${zoneName(now, zone)} (${city}), where you teach.`
}

/** The place whose zone the calendar uses, for a coach with places in several zones. */
function PlaceTabs({ schedule }: { schedule: WeekSchedule }) {
  const zones = new Set(schedule.places.map(({ zone }) => zone))
  if (zones.size < 2) return null
  return (
    <NavTabs
      label="By the clock of"
      className="mt-5"
      items={schedule.places.map(({ id, name }) => ({
        href: scheduleHref({ view: schedule.view, date: schedule.date, place: id }),
        label: name,
        current: id === schedule.placeId,
      }))}
    />
  )
}

/** Counts the people with an upcoming or current lesson in view. */
const countStudents = ({ entries, now }: WeekSchedule): number =>
  new Set(
    entries.flatMap((entry) =>
      entry.kind === 'lesson' && entry.status === 'confirmed' && entry.end > now ? entry.student.id : [],
    ),
  ).size

const order = Object.keys(looks) as LookName[]

/** What the forms and colors mean, of those in view; lessons and weekly hours always. */
function Legend({ entries }: Pick<WeekSchedule, 'entries'>) {
  const seen = new Set<LookName>(['lesson', ...entries.map(lookOf)])
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-2 text-[0.8125rem] text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="inline-block h-4.5 w-6 rounded-sm border bg-surface-raised" />
        Weekly hours
      </li>
      {order
        .filter((name) => seen.has(name))
        .map((name) => {
          const { icon: Icon, className, name: words } = looks[name]
          return (
            <li key={name} className="flex items-center gap-1.5">
              <span aria-hidden className={cn('grid h-4.5 w-6 place-items-center rounded-sm', className)}>
                <Icon className="size-3" />
              </span>
              {words}
            </li>
          )
        })}
    </ul>
  )
}
