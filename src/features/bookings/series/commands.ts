import { randomUUID } from 'node:crypto'
import { type WeeklyTime, weeklyTimes } from '#features/availability/weekly-times.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import type { Database, Queryable, Transaction } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type { CancelParty } from '../cancellation/cancellation.ts'
import { cancelLessonIn, previewCancellationIn } from '../cancellation/commands.ts'
import { lockPaymentsOf } from '../held-payment.ts'
import { findOffer, type Offer } from '../offer.ts'
import { partyOf } from '../policy.ts'
import {
  inSlotTransaction,
  type LessonToHold,
  type PaidLesson,
  type SlotRefusal,
  takeSlot,
  waitForSchedule,
} from '../slots.ts'
import { seriesLessons } from '../tables.ts'
import { type ComingLesson, findSeriesOf, listComing, listSeries } from './queries.ts'
import type { CancelRestInput, RestOfSeries } from './schema.ts'
import { MOST_LESSONS } from './series.ts'

/** Some of the chosen weeks cannot be booked any more: nothing was booked. */
export interface WeeksLost {
  ok: false
  reason: 'weeks_taken'
  /** The chosen weeks that are lost, with the reason. */
  weeks: WeeklyTime[]
}

export type SeriesRefusal = Refused<SlotRefusal | 'too_many_holds'> | WeeksLost

/** A series whose lessons are all booked or held. */
export interface TakenSeries {
  ok: true
  seriesId: string
  /** In the order of their times. */
  bookingIds: string[]
}

interface SeriesToTake {
  /** Read for all weeks, and shown to the student. */
  offer: Offer
  /** Milliseconds since 1970, UTC, ascending. */
  starts: readonly number[]
  durationMinutes: number
  /** The lesson of one week. @param n from 0 */
  lessonAt: (start: number, n: number) => LessonToHold | PaidLesson
}

/** Lessons of a series that were refused after others of it were written; rolls all of them back. */
class SeriesLost extends Error {
  readonly reason: SlotRefusal | 'too_many_holds'
  constructor(reason: SlotRefusal | 'too_many_holds') {
    super(reason)
    this.reason = reason
  }
}

/** Runs a transaction that takes a series: all of its lessons, or none. */
export async function inSeriesTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | Refused<SlotRefusal | 'too_many_holds'>> {
  try {
    return await inSlotTransaction(db, work)
  } catch (error) {
    if (error instanceof SeriesLost) return refused(error.reason)
    throw error
  }
}

/**
 * Takes the times of a series, all of them or none. The coach's schedule is locked first, and the weeks are checked again
 * under this lock. Lessons that are held are paid with the order of the first one. Call it within `inSeriesTransaction`.
 * @param now milliseconds since 1970, UTC
 */
export async function takeSeries(
  tx: Queryable,
  { offer, starts, durationMinutes, lessonAt }: SeriesToTake,
  now: number,
): Promise<TakenSeries | SeriesRefusal> {
  const [first] = starts
  if (first === undefined) return refused('slot_gone')
  await waitForSchedule(tx, offer.instructorId, now)
  const current = await findOffer(tx, seriesRequest(offer, starts), now)
  if (!current || current.version !== offer.version) return refused('slot_gone')
  const lost = lostWeeks(current, { starts, durationMinutes }, now)
  if (lost.length > 0) return { ok: false, reason: 'weeks_taken', weeks: lost }
  const bookingIds: string[] = []
  for (const [n, start] of starts.entries()) {
    const [orderId] = bookingIds
    const taken = await takeSlot(tx, { ...lessonAt(start, n), orderId } as LessonToHold, now)
    if (taken.ok) bookingIds.push(taken.bookingId)
    else if (n === 0) return taken
    else throw new SeriesLost(taken.reason)
  }
  const seriesId = randomUUID()
  await tx.insert(seriesLessons).values(
    bookingIds.map((bookingId, n) => ({
      bookingId,
      seriesId,
      position: n + 1,
      lessons: bookingIds.length,
    })),
  )
  return { ok: true, seriesId, bookingIds }
}

/** What `findOffer` needs to read an offer for all weeks of a series. @param starts ascending, milliseconds since 1970, UTC */
export const seriesRequest = (
  { instructorId, location }: { instructorId: string; location: { id: string | null } },
  starts: readonly number[],
) => ({
  instructorId,
  locationId: location.id ?? undefined,
  start: toIso(starts[0] ?? 0),
  lastStart: toIso(starts.at(-1) ?? 0),
})

/** The chosen weeks that cannot be booked; a start that is no week of the first one is one of them. */
export function lostWeeks(
  offer: Offer,
  { starts, durationMinutes }: Pick<SeriesToTake, 'starts' | 'durationMinutes'>,
  now: number,
): WeeklyTime[] {
  const start = starts[0] ?? 0
  const weeks = weeklyTimes(offer.rules, { start, weeks: MOST_LESSONS, durationMinutes, now })
  return weeks.filter((week) => week.start !== null && starts.includes(week.start) && week.state !== 'free')
}

/**
 * Whether all starts are different weeks of the first one, at most eleven weeks later, at its wall-clock time.
 * @param starts ascending, milliseconds since 1970, UTC
 */
export function isWeekly(offer: Offer, starts: readonly number[], durationMinutes: number, now: number) {
  const weeks = weeklyTimes(offer.rules, {
    start: starts[0] ?? 0,
    weeks: MOST_LESSONS,
    durationMinutes,
    now,
  })
  const offered = weeks.map((week) => week.start)
  return new Set(starts).size === starts.length && starts.every((start) => offered.includes(start))
}

type Viewer = Parameters<typeof partyOf>[0]

/** The series of a lesson of the viewer; null for lessons of other people and lessons without one. */
async function findOwn(tx: Queryable, viewer: Viewer, bookingId: string) {
  const series = await findSeriesOf(tx, bookingId)
  const party = series && partyOf(viewer, series)
  return series && (party === 'student' || party === 'coach') ? { ...series, party } : null
}

/** What canceling the rest of a series now would give back; null for other people's lessons. Has no side effects. */
export async function previewRest(
  services: Pick<Services, 'db' | 'clock' | 'answers'>,
  viewer: Viewer,
  bookingId: string,
): Promise<RestOfSeries | null> {
  return await services.db.transaction(async (tx) => {
    const series = await findOwn(tx, viewer, bookingId)
    if (!series) return null
    const coming = await listComing(tx, series.seriesId, services.clock.now())
    return presentRest(await priceRest(services, tx, viewer, coming))
  })
}

type PricedLesson = RestOfSeries['lessons'][number]

async function priceRest(
  services: Pick<Services, 'clock' | 'answers'>,
  tx: Queryable,
  viewer: Viewer,
  coming: readonly ComingLesson[],
): Promise<PricedLesson[]> {
  await lockPaymentsOf(
    services,
    tx,
    coming.map(({ bookingId }) => bookingId),
  )
  const priced: PricedLesson[] = []
  for (const { start, ...lesson } of coming) {
    const preview = await previewCancellationIn(services, tx, viewer, lesson.bookingId)
    if (!preview) continue
    const { paidCents, returnsCredit, refusal } = preview
    const refundCents = refusal ? 0 : preview.refundCents
    const giftRefundCents = refusal ? 0 : preview.giftRefundCents
    priced.push({
      ...lesson,
      start: toIso(start),
      paidCents,
      refundCents,
      giftRefundCents,
      returnsCredit: returnsCredit && !refusal,
      refusal: refusal?.message ?? null,
    })
  }
  return priced
}

const presentRest = (lessons: PricedLesson[]): RestOfSeries => ({
  lessons,
  refundCents: lessons.reduce((sum, { refundCents }) => sum + refundCents, 0),
  giftRefundCents: lessons.reduce((sum, { giftRefundCents }) => sum + giftRefundCents, 0),
  creditsBack: lessons.filter(({ returnsCredit }) => returnsCredit).length,
})

/**
 * Cancels all lessons of a series that are still to come, in one transaction and with one letter to each side. Each
 * follows the terms it was booked under. Idempotent.
 * @returns why nothing was canceled: the lessons, the sum or how many go back to their package differ from what was shown
 * @throws AppError contact_in_message
 */
export async function cancelRest(
  services: Services,
  viewer: Viewer,
  input: CancelRestInput,
): Promise<
  { ok: true; refundCents: Cents; cancelled: number } | Refused<'no_such_booking' | 'rest_changed'>
> {
  try {
    return await services.db.transaction(async (tx) => {
      const series = await findOwn(tx, viewer, input.bookingId)
      if (!series) return refused('no_such_booking')
      const now = services.clock.now()
      const rest = presentRest(
        await priceRest(services, tx, viewer, await listComing(tx, series.seriesId, now)),
      )
      const open = rest.lessons.filter(({ refusal }) => refusal === null)
      const before = open.length === 0 && (await findCancelled(services, tx, input, series.party))
      if (before) return { ok: true, ...before }
      const isAsShown =
        open.length === input.bookingIds.length &&
        open.every(({ bookingId }) => input.bookingIds.includes(bookingId)) &&
        rest.refundCents === input.expectedRefundCents &&
        rest.creditsBack === (input.expectedCreditsBack ?? rest.creditsBack)
      if (!isAsShown) return refused('rest_changed')
      const { message, freedTime } = input
      for (const { bookingId, refundCents, returnsCredit } of open) {
        const shown = { expectedRefundCents: refundCents, expectedReturnsCredit: returnsCredit }
        const one = { bookingId, ...shown, message, freedTime, isOneOfMany: true }
        const cancelled = await cancelLessonIn(services, tx, viewer, one)
        if (!cancelled.ok) throw new RestChanged()
      }
      const bookingIds = open.map(({ bookingId }) => bookingId)
      await publish(services, tx, 'series_cancelled', {
        bookingIds,
        by: series.party,
        refundCents: rest.refundCents,
        creditsBack: rest.creditsBack,
        ...(message ? { message } : {}),
      })
      return { ok: true, refundCents: rest.refundCents, cancelled: open.length }
    })
  } catch (error) {
    if (error instanceof RestChanged) return refused('rest_changed')
    throw error
  }
}

/** What an earlier request of this side canceled, when it canceled all of these lessons; null otherwise. */
async function findCancelled(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  { bookingId, bookingIds }: Pick<CancelRestInput, 'bookingId' | 'bookingIds'>,
  party: CancelParty,
): Promise<{ refundCents: Cents; cancelled: number } | null> {
  const ofSeries = await listSeries(tx, bookingId)
  if (!bookingIds.every((id) => ofSeries.includes(id))) return null
  const lessons = await lockPaymentsOf(services, tx, bookingIds)
  if (!lessons.every(({ status, cancelReason }) => status === 'cancelled' && cancelReason === party))
    return null
  let refundCents = 0
  for (const lesson of lessons) refundCents += await readOwedBack(tx, lesson)
  return { refundCents, cancelled: lessons.length }
}

/** One of the lessons could not be canceled; rolls all back. */
class RestChanged extends Error {}
