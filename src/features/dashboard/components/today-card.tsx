import { Clock } from 'lucide-react'
import { isCalledOff } from '#features/bookings/called-off.ts'
import { LessonBadge } from '#features/bookings/components/status-badge.tsx'
import { playerName } from '#features/golfers/golfer.ts'
import { formatTimeRange } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { comingOf, type OfToday, todayOf, todayTitle } from '../coming.ts'
import type { Dashboard } from '../schema.ts'
import { ComingLine, clinicTimes, participantsOf, takenSeats } from './coming-line.tsx'

/** Today's lessons and clinics, including past ones; on a day without any, the next one. */
export function TodayCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  if (!dashboard) return <TodaySkeleton />
  const { todaysLessons, todaysClinics, openHolds } = dashboard
  const today = todayOf(dashboard)
  const [next] = comingOf(dashboard)
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={todayTitle(
          todaysLessons.filter((lesson) => !isCalledOff(lesson)).length,
          todaysClinics.length,
        )}
        action={
          <Anchor href="/schedule" className="text-link text-[0.9375rem]">
            Schedule
          </Anchor>
        }
      />
      {today.length > 0 ? (
        <ul className="-mt-1 divide-y divide-line">
          {today.map((one) => (
            <li key={one.kind === 'lesson' ? one.lesson.id : one.clinic.id} className="py-2.5">
              <TodayLine one={one} />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p className="text-[0.9375rem] text-muted">
            {next
              ? 'Nothing is booked for today. Next up:'
              : 'Nothing is booked. Lessons that students book with you appear here.'}
          </p>
          {next ? <ComingLine coming={next} className="mt-4" /> : null}
        </>
      )}
      {openHolds > 0 ? (
        <p className="mt-auto flex items-start gap-2.5 pt-5 text-sm text-muted">
          <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {openHolds === 1
            ? 'A student is paying for a time right now; it is held for 15 minutes.'
            : `${openHolds} students are paying for a time right now; each is held for 15 minutes.`}
        </p>
      ) : null}
    </Card>
  )
}

function TodayLine({ one }: { one: OfToday }) {
  const first = 'flex flex-wrap items-baseline justify-between gap-x-4'
  const second = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted'
  if (one.kind === 'lesson') {
    const { lesson } = one
    return (
      <>
        <p className={first}>
          <span className="font-semibold">{playerName(lesson)}</span>
          <span className="tabular">
            {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
          </span>
        </p>
        <p className={second}>
          {lesson.location.name}
          {isCalledOff(lesson) ? (
            <LessonBadge lesson={lesson} as="coach" />
          ) : lesson.isOver ? (
            <OverBadge lesson={lesson} />
          ) : null}
        </p>
      </>
    )
  }
  const { clinic } = one
  return (
    <>
      <p className={first}>
        <Anchor
          href={participantsOf(clinic)}
          className="min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
        >
          <bdi>{clinic.title}</bdi>
        </Anchor>
        <span className="tabular">{clinicTimes(clinic)}</span>
      </p>
      <p className={second}>
        <span>
          {takenSeats(clinic)} · {clinic.place}
        </span>
        {clinic.isOver ? <Badge icon={null}>Over</Badge> : null}
      </p>
    </>
  )
}

function OverBadge({ lesson }: { lesson: Dashboard['todaysLessons'][number] }) {
  if (lesson.noShow) return <Badge icon={null}>No-show</Badge>
  return lesson.status === 'completed' ? <Badge tone="blue">Taught</Badge> : <Badge icon={null}>Over</Badge>
}

function TodaySkeleton() {
  return (
    <Card role="status">
      <span className="sr-only">Loading your day…</span>
      <Skeleton className="h-6 w-44" />
      <Skeleton className="mt-6 h-4 w-4/5" />
      <Skeleton className="mt-3 h-4 w-3/5" />
    </Card>
  )
}
