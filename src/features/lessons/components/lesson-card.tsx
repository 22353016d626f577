import { MapPin } from 'lucide-react'
import { isCalledOff } from '#features/bookings/called-off.ts'
import { CalendarLink } from '#features/bookings/components/calendar-link.tsx'
import { DateBlock } from '#features/bookings/components/date-block.tsx'
import { DirectionsLink } from '#features/bookings/components/directions-link.tsx'
import { LessonBadge, RefundBadge } from '#features/bookings/components/status-badge.tsx'
import type { LessonView } from '#features/bookings/lesson-action-kinds.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { seriesName } from '#features/bookings/series/series.ts'
import { ProblemBadge } from '#features/disputes/problem-note.tsx'
import { forGolfer, playerName } from '#features/golfers/golfer.ts'
import { BookCoach } from '#features/instant-book/components/book-coach.tsx'
import { MINUTE } from '#platform/duration.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { LessonActions } from './lesson-actions.tsx'
import { LessonNotices } from './lesson-notices.tsx'
import { isPayable, PayLesson } from './pay-lesson.tsx'
import { RebookTimes } from './rebook-times.tsx'

/** A lesson in the list: time, person, place, price, status and actions. */
export function LessonCard({
  lesson,
  as,
  isPast,
  onDo,
}: {
  lesson: ListedLesson
  as: 'student' | 'coach'
  isPast: boolean
  onDo: (doing: LessonView) => void
}) {
  const day = formatDay(lesson.start, lesson.zone, { long: true, year: true })
  const isAsked = lesson.isInvitation && as === 'student'
  const stands = lesson.status === 'confirmed' && !isPast && !isAsked && !isCalledOff(lesson)
  const time = formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)
  // Includes the date and time, so that labels are unique.
  const what = `${lesson.title}${forGolfer(lesson)}, ${day}, ${time}`
  const now = useNow(MINUTE)
  const isToCome = now !== null && Date.parse(lesson.start) > now
  const isRebookable = lesson.status === 'cancelled' && lesson.cancelReason === 'coach' && isToCome
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
            {as === 'student' ? <bdi>{forGolfer(lesson)}</bdi> : null}
          </h2>
          <p className="tabular mt-0.5 text-[0.9375rem]">
            <span className="sr-only">{day}, </span>
            {time}
          </p>
          {as === 'coach' && lesson.golfer ? (
            <p className="mt-0.5 text-[0.9375rem] text-muted">Booked by {lesson.student.name}</p>
          ) : null}
          {lesson.series ? (
            <p className="mt-0.5 text-[0.9375rem] text-muted">{seriesName(lesson.series)}</p>
          ) : null}
          {lesson.packageTitle ? (
            <p className="mt-0.5 text-[0.9375rem] text-muted">
              {as === 'student' ? 'From your package' : 'From the package'}: {lesson.packageTitle}
            </p>
          ) : null}
          <p className="mt-0.5 flex items-start gap-1.5 text-[0.9375rem] text-muted">
            <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
            <span className="min-w-0 break-words">
              {lesson.location.name}
              {lesson.location.address ? <>, {lesson.location.address}</> : null}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:flex-col sm:items-end">
          <LessonBadge lesson={lesson} as={as} />
          <RefundBadge paymentStatus={lesson.paymentStatus} />
          {lesson.problem ? <ProblemBadge status={lesson.problem} /> : null}
          <p className="tabular ml-auto text-right font-semibold sm:ml-0">
            {formatMoney(lesson.priceCents)}
            {lesson.isPaidElsewhere ? (
              <span className="block text-xs font-normal text-muted">paid outside {siteName}</span>
            ) : null}
          </p>
        </div>
      </div>
      {isAsked ? (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <Button variant="primary" size="sm" onClick={() => onDo('details')}>
            Accept or decline<span className="sr-only">: {what}</span>
          </Button>
        </div>
      ) : isCalledOff(lesson) && as === 'student' && !isPast ? (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <Button variant="primary" size="sm" onClick={() => onDo('details')}>
            Choose what happens<span className="sr-only">: {what}</span>
          </Button>
        </div>
      ) : isPayable(lesson) ? (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <PayLesson lesson={lesson} what={`${day}, ${time}`} />
        </div>
      ) : null}
      <LessonNotices
        lesson={lesson}
        as={as}
        className="col-span-2 empty:hidden sm:col-span-1 sm:col-start-2"
      />
      {isRebookable && as === 'student' && !lesson.seat ? (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <RebookTimes lesson={lesson} />
        </div>
      ) : null}
      <LessonHint lesson={lesson} />
      <div className="col-span-2 -my-0.5 flex flex-wrap items-center gap-2 sm:col-span-1 sm:col-start-2">
        {stands ? (
          <>
            <CalendarLink lesson={lesson} as={as} what={what} />
            {as === 'student' ? <DirectionsLink place={lesson.location} /> : null}
          </>
        ) : null}
        {isAsked ? null : <LessonActions lesson={lesson} what={what} onDo={onDo} />}
        {isPast && as === 'student' && !isRebookable ? <BookAgain lesson={lesson} what={what} /> : null}
      </div>
    </article>
  )
}

/** The way to the next lesson with the coach. A seat in a clinic is not booked at open times, so nothing of it is repeated. */
function BookAgain({ lesson, what }: { lesson: ListedLesson; what: string }) {
  const { id, coach, durationMinutes, location, seat } = lesson
  const again = { again: id, choice: { duration: durationMinutes, place: location.id ?? undefined } }
  return (
    <BookCoach coachId={coach.id} {...(seat ? {} : again)} className={buttonClass({ size: 'sm' })}>
      {seat ? 'Book a lesson' : 'Book again'}
      <span className="sr-only">
        {' '}
        with {coach.label}
        {seat ? null : `, as ${what}`}
      </span>
    </BookCoach>
  )
}

/** Explains why an expected action is not available yet, or no longer. */
function LessonHint({ lesson }: { lesson: ListedLesson }) {
  const refused = (kind: string, code: string) =>
    lesson.actions.find((action) => action.kind === kind && action.refusal?.code === code)
  const late = lesson.status === 'confirmed' ? refused('move', 'too_late') : undefined
  if (!late?.refusal) return null
  return <p className="col-span-2 text-sm text-muted sm:col-span-1 sm:col-start-2">{late.refusal.message}</p>
}

function OtherPerson({ lesson, as }: { lesson: ListedLesson; as: 'student' | 'coach' }) {
  if (as === 'coach') return <bdi>{playerName(lesson)}</bdi>
  return (
    <Anchor
      href={`/instructor/${lesson.coach.id}`}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-2"
    >
      {lesson.coach.label}
    </Anchor>
  )
}
