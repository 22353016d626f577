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

/** Who asks for a quote, and when: milliseconds since 1970, UTC. */
interface SeriesViewer {
  /** Null for everyone but students. */
  studentId: string | null
  now: number
}

/** The weeks of a series, each free or with the reason why it is not, and the price of the free ones. Nothing is held. */
export async function readSeriesQuote(
  services: Pick<Services, 'db' | 'answers'>,
  input: SeriesQuoteRequest,
  viewer: SeriesViewer,
): Promise<{ ok: true; quote: SeriesQuote; offer: Offer } | Refused<BookingRefusal | 'no_such_package'>> {
  const { now } = viewer
  const start = Date.parse(input.start)
  if (start > now + FARTHEST) return refused('slot_gone')
  const read = { ...input, start: toIso(start), lastStart: toIso(start + WEEKS_MS) }
  const offer = await findOffer(services.db, read, now)
  if (!offer) return refused('slot_gone')
  if (!offer.mayTeach) return refused('coach_unavailable')
  const { durationMinutes, weeks: count } = input
  const terms = await readTerms(services, offer, input, viewer)
  if (!terms.ok) return terms
  const weeks = weeklyTimes(offer.rules, { start, weeks: count, durationMinutes, now })
  const lessons = weeks.filter(({ state }) => state === 'free').length
  const { priceCents, policy } = terms
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

/** The price and terms of each lesson. A package has paid for its lessons, and has the terms it was bought under. */
async function readTerms(
  services: Pick<Services, 'db' | 'answers'>,
  offer: Offer,
  { packageId, ...lesson }: SeriesQuoteRequest,
  { studentId, now }: SeriesViewer,
) {
  if (packageId === undefined) {
    const priced = await readQuote(services, offer, lesson, noDiscounts(now))
    if (!priced.ok) return priced
    const { priceCents, cancellationPolicy: policy } = priced.quote
    return { ok: true, priceCents, policy } as const
  }
  if (studentId === null) return refused('no_such_package')
  const { instructorId } = offer
  const asked = { packageId, studentId, instructorId, durationMinutes: lesson.durationMinutes, now }
  const policy = await services.answers.policy_of_package(services.db, asked)
  return policy ? ({ ok: true, priceCents: 0, policy } as const) : refused('no_such_package')
}

/** Discounts are for single lessons, so a series is priced without the person. */
export const noDiscounts = (now: number) => ({ studentId: null, sessionId: null, offerId: null, now })

export const presentWeeks = (weeks: readonly WeeklyTime[]) =>
  weeks.map((week) => ({ ...week, start: toIsoOrNull(week.start) }))
