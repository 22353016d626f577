import { Clock } from 'lucide-react'
import { LessonLine } from '#features/bookings/components/lesson-line.tsx'
import { playerName } from '#features/golfers/golfer.ts'
import { formatTimeRange } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '../schema.ts'

/** Today's lessons, including past ones; on a day without lessons, the next one. */
export function TodayCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  if (!dashboard) return <TodaySkeleton />
  const { todaysLessons, nextLessons, openHolds } = dashboard
  const [next] = nextLessons
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={titleOf(todaysLessons.length)}
        action={
          <Anchor href="/schedule" className="text-link text-[0.9375rem]">
            Schedule
          </Anchor>
        }
      />
      {todaysLessons.length > 0 ? (
        <ul className="-mt-1 divide-y divide-line">
          {todaysLessons.map((lesson) => (
            <li key={lesson.id} className="py-2.5">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-semibold">{playerName(lesson)}</span>
                <span className="tabular">
                  {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
                </span>
              </p>
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
                {lesson.location.name}
                {lesson.isOver ? <OverBadge lesson={lesson} /> : null}
              </p>
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
          {next ? <LessonLine lesson={next} className="mt-4" /> : null}
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

function OverBadge({ lesson }: { lesson: Dashboard['todaysLessons'][number] }) {
  if (lesson.noShow) return <Badge icon={null}>No-show</Badge>
  return lesson.status === 'completed' ? <Badge tone="blue">Taught</Badge> : <Badge icon={null}>Over</Badge>
}

function titleOf(count: number): string {
  if (count === 0) return 'No lessons today'
  return count === 1 ? '1 lesson today' : `${count} lessons today`
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
