import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import type { ReceivedReviews } from '../schema.ts'

const SHOWN = 4

/** Lessons about which the coach has not written: those whose review waits come first. */
export function WaitingLessons({
  lessons,
  onWrite,
}: {
  lessons: ReceivedReviews['waiting']
  onWrite: (bookingId: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? lessons : lessons.slice(0, SHOWN)
  return (
    <Card>
      <CardHeader title="Waiting for your note" />
      {lessons.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">No lesson waits for your note.</p>
      ) : null}
      <ul className="-my-1 divide-y divide-line">
        {shown.map((lesson) => (
          <li key={lesson.bookingId} className="flex flex-col gap-2 py-3.5">
            <div>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                {lesson.studentName}
                {lesson.isReviewed ? <Badge tone="yellow">Review waiting</Badge> : null}
              </p>
              <p className="text-sm text-muted">
                {lesson.lessonTitle}, {formatDay(lesson.lessonStart, lesson.zone)}
                {lesson.isReviewed ? (
                  <>. Published automatically on {formatDay(lesson.opensAt, lesson.zone)}</>
                ) : null}
              </p>
            </div>
            <Button size="sm" className="self-start" onClick={() => onWrite(lesson.bookingId)}>
              <NotebookPen aria-hidden /> Write
              <span className="sr-only"> to {lesson.studentName}</span>
            </Button>
          </li>
        ))}
      </ul>
      {lessons.length > SHOWN ? (
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mt-2"
        >
          {isOpen ? 'Show fewer' : `Show all ${lessons.length}`}
        </Button>
      ) : null}
    </Card>
  )
}
