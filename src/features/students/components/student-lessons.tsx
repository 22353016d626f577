import { type ReactNode, useState } from 'react'
import type { LessonList } from '#features/bookings/booking.ts'
import { DateBlock } from '#features/bookings/components/date-block.tsx'
import { RefundBadge, StatusBadge } from '#features/bookings/components/status-badge.tsx'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatDay, formatTimeRange } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import type { StudentLesson, StudentOfCoach } from '../schema.ts'

const SHOWN = 5

/** A student's lessons with a coach: upcoming, past, then cancelled ones. */
export function StudentLessons({ student }: { student: StudentOfCoach }) {
  const { upcoming } = student
  const past = student.past.filter(({ status }) => status !== 'cancelled')
  const cancelled = student.past.filter(({ status }) => status === 'cancelled')
  return (
    <Card>
      <CardHeader title="Lessons" />
      <h3 className="text-sm font-semibold text-muted">Coming up</h3>
      {upcoming.length === 0 ? (
        <p className="mt-1.5 text-[0.9375rem] text-muted">Nothing is booked.</p>
      ) : (
        <LessonLines lessons={upcoming} list="upcoming" />
      )}
      <PartOfLessons title="Past" lessons={past} list="past">
        <p className="mt-1.5 text-[0.9375rem] text-muted">No lesson yet.</p>
      </PartOfLessons>
      <PartOfLessons title="Cancelled" lessons={cancelled} list="cancelled" />
      {student.hasOlder ? (
        <p className="mt-4 text-sm text-muted">
          The {student.past.length} newest past and cancelled lessons are listed here. Older ones are in{' '}
          <Anchor href="/lessons?when=past" className="underline underline-offset-4">
            all your lessons
          </Anchor>
          .
        </p>
      ) : null}
    </Card>
  )
}

/** One list that begins with its first few lessons. What is shown instead of an empty one is the child; without it, the part is left out. */
function PartOfLessons({
  title,
  lessons,
  list,
  children,
}: {
  title: string
  lessons: readonly StudentLesson[]
  list: LessonList
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  if (lessons.length === 0 && !children) return null
  return (
    <>
      <h3 className="mt-6 text-sm font-semibold text-muted">{title}</h3>
      {lessons.length === 0 ? (
        children
      ) : (
        <LessonLines lessons={isOpen ? lessons : lessons.slice(0, SHOWN)} list={list} />
      )}
      {lessons.length > SHOWN ? (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 -ml-3.5"
        >
          {isOpen ? 'Show fewer' : `Show all ${lessons.length}`}
        </Button>
      ) : null}
    </>
  )
}

/** The year in the zone of the lesson's place. */
const yearOf = (lesson: StudentLesson | undefined) => lesson && dateIn(lesson.start, lesson.zone).slice(0, 4)

/** Lessons with their year; upcoming lessons have it only when it is not the year of the first one. */
function LessonLines({ lessons, list }: { lessons: readonly StudentLesson[]; list: LessonList }) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {lessons.map((lesson) => (
        <li key={lesson.id} className="flex items-center gap-4 py-3">
          <DateBlock start={lesson.start} zone={lesson.zone} muted={list !== 'upcoming'} />
          <div className="min-w-0 flex-1">
            <Anchor
              href={`/lessons?lesson=${lesson.id}${list === 'upcoming' ? '' : `&when=${list}`}`}
              className="font-semibold hover:underline"
            >
              <span className="sr-only">
                {formatDay(lesson.start, lesson.zone, { long: true, year: true })},{' '}
              </span>
              {lesson.title}
              {lesson.playedBy ? <bdi> for {lesson.playedBy}</bdi> : null}
            </Anchor>
            <p className="tabular text-sm text-muted">
              {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
              {list !== 'upcoming' || yearOf(lesson) !== yearOf(lessons[0]) ? `, ${yearOf(lesson)}` : ''} ·{' '}
              {lesson.locationName}
            </p>
            <div className="mt-1.5 flex flex-wrap gap-1.5">
              {lesson.noShow ? <Badge tone="red">No-show</Badge> : <StatusBadge status={lesson.status} />}
              <RefundBadge paymentStatus={lesson.paymentStatus} />
            </div>
          </div>
          <p className="tabular shrink-0 self-start pt-0.5 font-semibold">{formatMoney(lesson.priceCents)}</p>
        </li>
      ))}
    </ul>
  )
}
