import { MapPin } from 'lucide-react'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import type { Lesson } from '../schema.ts'
import { CalendarLink } from './calendar-link.tsx'
import { DateBlock } from './date-block.tsx'
import { DirectionsLink } from './directions-link.tsx'
import { PayNow } from './pay-now.tsx'
import { RefundBadge, StatusBadge } from './status-badge.tsx'

/** One lesson of the list: when, with whom, where, what it costs, how it stands, and what can be done. */
export function LessonCard({
  lesson,
  as,
  isPast,
}: {
  lesson: Lesson
  as: 'student' | 'coach'
  isPast: boolean
}) {
  const day = formatDay(lesson.start, lesson.zone, { long: true, year: true })
  const stands = lesson.status === 'confirmed' && !isPast
  return (
    <article className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-3.5 rounded-card border bg-surface-raised p-4 sm:gap-x-5 sm:p-5">
      <DateBlock
        start={lesson.start}
        zone={lesson.zone}
        muted={isPast || lesson.status === 'cancelled' || lesson.status === 'pending'}
      />
      <div className="grid min-w-0 gap-x-6 gap-y-3 sm:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          <h2 className="font-sans text-base font-semibold tracking-normal">
            {lesson.title} with <OtherPerson lesson={lesson} as={as} />
          </h2>
          <p className="tabular mt-0.5 text-[0.9375rem]">
            <span className="sr-only">{day}, </span>
            {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
          </p>
          <p className="mt-0.5 flex items-start gap-1.5 text-[0.9375rem] text-muted">
            <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
            <span className="min-w-0 break-words">
              {lesson.location.name}
              {lesson.location.address ? <>, {lesson.location.address}</> : null}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:flex-col sm:items-end">
          <StatusBadge status={lesson.status} />
          <RefundBadge paymentStatus={lesson.paymentStatus} />
          <p className="tabular ml-auto font-semibold sm:ml-0">{formatMoney(lesson.priceCents)}</p>
        </div>
      </div>
      {lesson.status === 'pending' && lesson.checkoutUrl && lesson.holdExpiresAt ? (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <PayNow checkoutUrl={lesson.checkoutUrl} holdExpiresAt={lesson.holdExpiresAt} what={day} />
        </div>
      ) : null}
      {stands ? (
        <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
          <CalendarLink bookingId={lesson.id} what={`${lesson.title}, ${day}`} />
          {as === 'student' ? <DirectionsLink place={lesson.location} /> : null}
        </div>
      ) : null}
    </article>
  )
}

function OtherPerson({ lesson, as }: { lesson: Lesson; as: 'student' | 'coach' }) {
  if (as === 'coach') return lesson.student.name
  return (
    <Anchor
      href={`/instructor/${lesson.coach.id}`}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-2"
    >
      {lesson.coach.label}
    </Anchor>
  )
}
