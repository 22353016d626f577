import type { WeeklyTime } from '#features/availability/weekly-times.ts'
import { weeklyTimes } from '#features/availability/weekly-times.ts'
import { findOffer, type Offer } from '#features/bookings/offer.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { readQuote } from '../quote.ts'
import type { BookingRefusal } from '../refusal.ts'
import type { SeriesQuote, SeriesQuoteRequest } from './schema.ts'

/** Later than any booking window ends. */
const FARTHEST = 2 * 366 * 86_400_000

/** Longer than from the first week to the last, over a clock change. */
const WEEKS_MS = 12 * 7 * 86_400_000

/**
 * The weeks of a series, each free or with the reason why it is not, and the price of the free ones. Nothing is held.
 * @param now milliseconds since 1970, UTC
 */
export async function readSeriesQuote(
  services: Pick<Services, 'db' | 'answers'>,
  input: SeriesQuoteRequest,
  now: number,
): Promise<{ ok: true; quote: SeriesQuote; offer: Offer } | Refused<BookingRefusal>> {
  const start = Date.parse(input.start)
  if (start > now + FARTHEST) return refused('slot_gone')
  const read = { ...input, start: toIso(start), lastStart: toIso(start + WEEKS_MS) }
  const offer = await findOffer(services.db, read, now)
  if (!offer) return refused('slot_gone')
  if (!offer.mayTeach) return refused('coach_unavailable')
  const { durationMinutes, weeks: count } = input
  const priced = await readQuote(services, offer, input, noDiscounts(now))
  if (!priced.ok) return priced
  const weeks = weeklyTimes(offer.rules, { start, weeks: count, durationMinutes, now })
  const lessons = weeks.filter(({ state }) => state === 'free').length
  const { priceCents, cancellationPolicy: policy } = priced.quote
  return {
    ok: true,
    offer,
    quote: {
      zone: offer.rules.zone,
      durationMinutes,
      weeks: presentWeeks(weeks),
      lessons,
      priceCents,
      totalCents: lessons * priceCents,
      policy,
    },
  }
}

/** Discounts are for single lessons, so a series is priced without the person. */
export const noDiscounts = (now: number) => ({ studentId: null, sessionId: null, offerId: null, now })

export const presentWeeks = (weeks: readonly WeeklyTime[]) =>
  weeks.map((week) => ({ ...week, start: toIsoOrNull(week.start) }))
