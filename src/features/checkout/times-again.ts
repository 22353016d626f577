import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import { listSameTime } from '#features/availability/same-time.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { listAskedQuestions } from '#features/bookings/intake/queries.ts'
import { bookableTypes } from '#features/bookings/lesson-kinds.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { listGolfers } from '#features/golfers/queries.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { readQuote } from './quote.ts'
import type { TimesAgain } from './schema.ts'

/** The number of weeks offered. */
const WEEKS = 3

/**
 * The next open times on the weekday, at the local time and at the place of a student's lesson, with the current price and
 * terms. Null when it is not a lesson of this student.
 */
export async function readTimesAgain(
  services: Pick<Services, 'db' | 'answers' | 'clock'>,
  studentId: string,
  bookingId: string,
): Promise<TimesAgain | null> {
  const { db, answers } = services
  const now = services.clock.now()
  const lesson = await findLesson(db, bookingId)
  if (lesson?.studentId !== studentId) return null
  const { instructorId, durationMinutes, zone } = lesson
  const golferId = lesson.golfer?.id ?? null
  const schedule = lesson.location.id
    ? await findSchedule(db, instructorId, { now, locationId: lesson.location.id })
    : null
  const lessonType = lesson.seat ? null : (bookableTypes.find((type) => type === lesson.lessonType) ?? null)
  const nothing = {
    title: lesson.title,
    lessonType,
    instructorId,
    coachLabel: lesson.coach.label,
    locationId: lesson.location.id,
    place: lesson.location.name,
    start: lesson.start,
    zone,
    durationMinutes,
    golferId,
    times: [],
    priceCents: null,
    policy: null,
    terms: null,
    isPrepaid: false,
    isOneTap: false,
    answers: [],
  }
  // The place was closed, the coach is not shown, or it was a seat in a clinic: nothing can be booked like this.
  if (!schedule?.mayTeach || !schedule.isListed || lesson.seat) return nothing
  const viewer = { studentId, sessionId: null, offerId: null, now }
  const offer = { ...schedule, instructorId, coachLabel: coachLabel(schedule.coachName) }
  const [hasPackage, hasAccess, quoted, questions, { golfers }] = await Promise.all([
    answers.has_package(db, { studentId, instructorId, durationMinutes, lessonType: lesson.lessonType, now }),
    hasCalendarAccess(db, studentId, instructorId),
    lessonType ? readQuote(services, offer, { durationMinutes, lessonType }, viewer) : null,
    schedule.asksQuestions ? listAskedQuestions(db, instructorId, studentId, golferId) : [],
    listGolfers(services, studentId),
  ])
  if (!quoted?.ok && !hasPackage) return nothing
  const found = listSameTime(
    schedule.rules,
    { start: Date.parse(lesson.start), zone, durationMinutes },
    { now, count: WEEKS },
  )
  const mayBook = schedule.instantBookEnabled || (hasAccess && !schedule.isPaused)
  const isAnswered = questions.every(({ isRequired, lastAnswer }) => lastAnswer || !isRequired)
  const isListed = golferId === null || golfers.some(({ id }) => id === golferId)
  const quote = quoted?.ok ? quoted.quote : null
  return {
    ...nothing,
    title: quote?.title ?? lesson.title,
    zone: schedule.rules.zone,
    times: found.map(({ start }) => toIso(start)),
    priceCents: quote?.priceCents ?? null,
    policy: quote?.cancellationPolicy ?? null,
    terms: quote && policyText(quote.cancellationPolicy),
    isPrepaid: hasPackage,
    isOneTap:
      quote !== null && !hasPackage && mayBook && !schedule.takesDemoBookings && isAnswered && isListed,
    answers: questions.flatMap(({ id, question, lastAnswer }) =>
      lastAnswer ? [{ questionId: id, question, answer: lastAnswer }] : [],
    ),
  }
}
