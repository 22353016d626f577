import {
  CalendarClock,
  CloudRain,
  type LucideIcon,
  MessageSquareQuote,
  MessageSquareText,
  UserX,
} from 'lucide-react'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import { RatingStars } from '#ui/rating-stars.tsx'

/** What happened to a lesson since it was booked, a line each; nothing when nothing did. */
export function LessonNotices({
  lesson,
  as,
  className,
}: {
  lesson: ListedLesson
  as: 'student' | 'coach'
  className?: string
}) {
  const { moved, student } = lesson
  const isNewPlaceOnly = moved?.from === lesson.start
  const cancelled = cancelledWords(lesson, as)
  const { review } = lesson
  const weather = weatherNotice(lesson, as)
  if (!moved && !cancelled && !lesson.noShow && !review && !weather) return null
  return (
    <ul className={cn('flex flex-col gap-1.5 text-[0.9375rem] text-muted', className)}>
      {weather ? <Notice icon={CloudRain}>{weather}</Notice> : null}
      {moved ? (
        <Notice icon={CalendarClock}>
          {moverOf(lesson, as)} moved it{' '}
          {isNewPlaceOnly ? (
            'to another place'
          ) : (
            <>
              from <span className="tabular">{formatMoment(moved.from, lesson.zone)}</span>
            </>
          )}
          {moved.by === 'coach' && as === 'student' && lesson.status === 'confirmed'
            ? `. If the new ${isNewPlaceOnly ? 'place' : 'time'} does not suit, cancel it for a full refund until it begins.`
            : null}
        </Notice>
      ) : null}
      {lesson.noShow ? (
        <Notice icon={UserX}>
          {as === 'student'
            ? `${lesson.coach.label} marked this lesson as a no-show. If that is wrong, report a problem.`
            : `${playerName(lesson)} did not come.`}
        </Notice>
      ) : null}
      {review ? (
        <Notice icon={MessageSquareText}>
          {review.rating === null ? (
            `${student.name} left a review. Write your note to read it.`
          ) : (
            <span className="flex flex-wrap items-center gap-x-2">
              {as === 'student' ? 'You rated it' : `${student.name} rated it`}{' '}
              <RatingStars value={review.rating} />
            </span>
          )}
        </Notice>
      ) : null}
      {cancelled ? <Notice icon={MessageSquareQuote}>{cancelled}</Notice> : null}
    </ul>
  )
}

function Notice({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className="mt-1 size-4 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

/** What the weather means for a booked lesson; null when it changes nothing. */
function weatherNotice({ weather, status, coach }: ListedLesson, as: 'student' | 'coach'): string | null {
  if (!weather || status !== 'confirmed') return null
  if (!weather.calledOffAt)
    return as === 'student'
      ? 'Bad weather is forecast: you can move or cancel it without a fee.'
      : 'Bad weather is forecast: your student can move or cancel it without a fee.'
  return as === 'student'
    ? `${coach.label} called it off because of the weather.`
    : 'You called it off because of the weather. Your student has not chosen yet.'
}

function moverOf({ moved, coach, student }: ListedLesson, as: 'student' | 'coach'): string {
  if (moved?.by === as) return 'You'
  if (moved?.by === 'coach') return coach.label
  return moved?.by === 'student' ? student.name : siteName
}

function cancelledWords(lesson: ListedLesson, as: 'student' | 'coach'): string | null {
  const {
    status,
    cancelReason,
    cancelMessage,
    owedBackCents,
    refundedCents,
    refundReturned,
    coach,
    student,
  } = lesson
  if (status !== 'cancelled') return null
  const names = { student: student.name, coach: coach.label, admin: siteName }
  const by =
    cancelReason === as
      ? 'You'
      : cancelReason === 'student' || cancelReason === 'coach' || cancelReason === 'admin'
        ? names[cancelReason]
        : null
  const who = by ? `${by} cancelled it` : 'Not booked: the payment arrived too late'
  const why = cancelMessage ? `: “${cancelMessage}”` : '.'
  const where = as === 'student' ? 'to you' : 'to the student'
  const nothing =
    lesson.package === 'returned' ? 'The lesson went back to the package.' : 'Nothing went back.'
  const back =
    owedBackCents === 0
      ? nothing
      : as === 'student' && refundReturned
        ? `Your bank sent ${formatMoney(owedBackCents - refundedCents)} of your refund back to us. ${refundReturned === 'retried' ? 'We send it again.' : 'Our team will contact you to arrange it another way.'}`
        : refundedCents < owedBackCents
          ? `${formatMoney(owedBackCents)} is on its way back ${where}.`
          : `${formatMoney(refundedCents)} went back ${where}.`
  return `${who}${why} ${back}`
}
