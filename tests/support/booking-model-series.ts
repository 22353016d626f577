import type { Pool } from 'pg'
import { cancelRest, previewRest } from '#features/bookings/series/commands.ts'
import { bookSeries } from '#features/checkout/series/commands.ts'
import { readSeriesQuote } from '#features/checkout/series/quote.ts'
import { toIso } from '#platform/time.ts'
import { remember } from './booking-model-packages.ts'
import {
  actorFor,
  expectedShare,
  giftFor,
  isAway,
  pick,
  type Remembered,
  type Season,
  sessionOf,
  slotAt,
} from './booking-model-season.ts'
import type { SimpleStep } from './booking-model-steps.ts'

/** A student holds the free ones of some weeks. */
export async function holdWeekly(
  season: Season,
  step: Extract<SimpleStep, { do: 'holdWeekly' }>,
): Promise<void> {
  const { services, clock, coach, pool, wrong } = season
  const student = pick(season.students, step.student)
  if (!student || isAway(season, student.userId)) return
  const first = { instructorId: coach.userId, start: toIso(slotAt(step.slot)), durationMinutes: 60 }
  const viewer = { studentId: student.userId, now: clock.now() }
  const read = await readSeriesQuote(services, { ...first, weeks: step.weeks }, viewer)
  if (!read.ok) return
  const starts = read.quote.weeks.flatMap(({ start, state }) => (state === 'free' && start ? [start] : []))
  if (starts.length < 2) return
  const gift = await giftFor(season, student.userId, read.quote.priceCents * starts.length, step.isGift)
  const held = await bookSeries(services, student, { ...first, starts, ...gift })
  if (!held.ok) {
    if (!season.isCrowded && held.reason === 'weeks_taken') wrong.push('free weeks were taken')
    return
  }
  const { rows } = await pool.query('select from bookings where id = any($1)', [held.bookingIds])
  if (rows.length !== starts.length || held.priceCents !== starts.length * read.quote.priceCents)
    wrong.push(`half a series: ${rows.length} lessons for ${held.priceCents} instead of ${starts.length}`)
  for (const [n, id] of held.bookingIds.entries())
    await remember(season, {
      id,
      studentId: student.userId,
      sessionId: sessionOf(held.checkoutUrl),
      amountCents: read.quote.priceCents,
      start: Date.parse(starts[n] ?? ''),
      isBlurred: false,
    })
}

/** A student or the coach cancels the rest of a series, after looking at the sum. */
export async function cancelTheRest(
  season: Season,
  step: Extract<SimpleStep, { do: 'cancelRest' }>,
  { id, studentId }: Remembered,
): Promise<void> {
  const { services, wrong } = season
  const actor = actorFor(season, step.by, studentId)
  const shown = actor && (await previewRest(services, actor, id))
  if (!actor || !shown || shown.lessons.length === 0) return
  const open = shown.lessons.filter(({ refusal }) => refusal === null)
  if (open.length === 0) return
  const bookingIds = open.map(({ bookingId }) => bookingId)
  const request = { bookingId: id, bookingIds, expectedRefundCents: shown.refundCents }
  const expected = new Map(
    season.lessons.map((lesson) => {
      const share = step.by === 'student' ? expectedShare(season, lesson) : 100
      return [lesson.id, Math.floor((lesson.amountCents * share) / 100 + 0.5)]
    }),
  )
  const done = await cancelRest(services, actor, request)
  if (!done.ok) {
    if (!season.isCrowded) wrong.push(`the rest was not cancelled: ${done.reason}`)
    return
  }
  for (const { bookingId, refundCents } of open) {
    const lesson = season.lessons.find((one) => one.id === bookingId)
    if (!lesson) continue
    if (!season.isCrowded && !lesson.isBlurred && refundCents !== expected.get(bookingId))
      wrong.push(`the rest cancelled by ${step.by}: ${refundCents} instead of ${expected.get(bookingId)}`)
    lesson.refund = refundCents
    lesson.isToldTogether = true
  }
}

/** The lessons paid with one charge: an operator's refund and a bank's dispute are divided among them. */
export function blur(season: Season, { sessionId, id }: Remembered): void {
  for (const lesson of season.lessons)
    if (lesson.id === id || (sessionId !== '' && lesson.sessionId === sessionId)) lesson.isBlurred = true
}

/** The letters about series: one to the student for each that was booked. */
export async function findWrongSeriesMails(pool: Pool, coachId: string): Promise<string[]> {
  const { rows } = await pool.query<{ series: string; sent: number; stood: boolean }>(
    `select s.series_id as series, bool_or((b.status = 'completed' or b.cancel_reason in ('student', 'coach', 'admin'))
         and p.paid_at < b.lesson_end) as stood,
       (select count(*)::int from pgboss.job j where j.name = 'send-templated-email'
         and j.data ->> 'template' = 'series-confirmed-student'
         and split_part(j.data ->> 'key', ':', 2) = any(array_agg(b.id::text))) as sent
     from series_lessons s join bookings b on b.id = s.booking_id join payments p on p.booking_id = b.id
       join profiles c on c.id = b.instructor_id join profiles u on u.id = b.student_id
     where b.instructor_id = $1 and c.closed_at is null and u.closed_at is null group by s.series_id`,
    [coachId],
  )
  return rows.flatMap(({ sent, stood }) =>
    sent > 1 || (stood && sent === 0) ? [`${sent} emails series-confirmed-student`] : [],
  )
}
