import { Clock } from 'lucide-react'
import { formatTimeRange } from '#platform/time.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Dashboard } from '../schema.ts'
import { LessonLine } from './lesson-line.tsx'
import { lessonsToday } from './lessons-today.ts'

/** What is today, and whether anything needs the coach. */
export function TodayCard({ dashboard }: { dashboard: Dashboard | undefined }) {
  if (!dashboard) return <TodaySkeleton />
  const { nextLessons, openHolds } = dashboard
  const lessons = lessonsToday(dashboard)
  const next = nextLessons[lessons.length]
  return (
    <Card className="flex flex-col">
      <CardHeader title={titleOf(lessons.length)} />
      {lessons.length > 0 ? (
        <ul className="-mt-1 divide-y divide-line">
          {lessons.map((lesson) => (
            <li key={lesson.id} className="py-2.5">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-semibold">{lesson.student.name}</span>
                <span className="tabular">
                  {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
                </span>
              </p>
              <p className="text-sm text-muted">{lesson.location.name}</p>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p className="text-[0.9375rem] text-muted">
            {next
              ? 'The range is all yours. Next up:'
              : 'Nothing is booked yet. Students near you see your open hours as soon as they enter their ZIP code.'}
          </p>
          {next ? <LessonLine lesson={next} className="mt-4" /> : null}
        </>
      )}
      <p className="mt-auto flex items-start gap-2.5 pt-5 text-sm text-muted">
        <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
        {needsOf(openHolds)}
      </p>
    </Card>
  )
}

function titleOf(count: number): string {
  if (count === 0) return 'No lessons today'
  return count === 1 ? '1 lesson today' : `${count} lessons today`
}

function needsOf(holds: number): string {
  if (holds === 0) return 'Nothing needs you right now.'
  return holds === 1
    ? 'A student is paying for a time right now; it is held for 15 minutes. Nothing needs you.'
    : `${holds} students are paying for a time right now; each is held for 15 minutes. Nothing needs you.`
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
