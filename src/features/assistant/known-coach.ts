import { bookableRange, listSlots } from '#features/availability/availability.ts'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { priceLesson } from '#features/bookings/booking.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { findCoachProfile } from '#features/coaches/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { dateIn, formatClockTime, toIso, zoneName } from '#platform/time.ts'
import type { CoachFacts, FactPlace, FindSlots, LiveSlot } from '#ports/assistant/assistant.ts'
import { forbiddenAnywhere, wordForWord } from './guard/wording.ts'

/** The facts about a coach that may be stated now, and the schedule of each place. */
export interface KnownCoach {
  facts: CoachFacts
  /** The schedule of the primary place comes first. */
  schedules: readonly Schedule[]
}

/**
 * Reads everything the assistant may know about a coach when it answers a student.
 * @param now milliseconds since 1970, UTC
 * @returns null for an unknown coach, or one who is not listed
 */
export async function findKnownCoach(
  db: Queryable,
  { instructorId, studentId, now }: { instructorId: string; studentId: string; now: number },
): Promise<KnownCoach | null> {
  const profile = await findCoachProfile(db, instructorId, { userId: null, seesHidden: false })
  const primary = profile && (await findSchedule(db, instructorId, { now }))
  if (!profile || !primary) return null
  const others = profile.locations.filter(({ id }) => id !== primary.location.id)
  const schedules = [primary]
  for (const { id } of others) {
    const schedule = await findSchedule(db, instructorId, { now, locationId: id })
    if (schedule) schedules.push(schedule)
  }
  const mayBook =
    profile.instantBookEnabled ||
    (!primary.isPaused && (await hasCalendarAccess(db, studentId, instructorId)))
  const facts: CoachFacts = {
    coachId: instructorId,
    label: speakableLabel(profile.name),
    bio: profile.bio,
    specialties: profile.specialties,
    credentials: profile.credentials,
    checkedCredentials: profile.verifiedCredentials.map(({ credential }) => credential),
    yearsCoaching: profile.yearsCoaching,
    launchMonitor: profile.launchMonitor,
    ...termsOf(primary, now),
    places: schedules.map(({ location }) => placeOf(location)),
    cancellation: policyText(profile.cancellationPolicy),
    rating: profile.rating,
    reviewCount: profile.reviewCount,
    instantBook: mayBook,
  }
  return { facts, schedules }
}

/**
 * Returns the coach's name, or a neutral label when the name contains something an answer must not contain,
 * such as a link, or reads like an offer.
 */
export function speakableLabel(name: string): string {
  const label = coachLabel(name)
  const isSpeakable =
    label.length <= 40 && /^[\p{L}\p{M} .'’-]+$/u.test(label) && forbiddenAnywhere(label).length === 0
  return isSpeakable && wordForWord(label).length === 0 ? label : coachLabel(null)
}

/**
 * Reads the lesson terms from a schedule: durations with prices, notice, booking window and today's date at
 * the place.
 */
export function termsOf(
  { durations, hourlyRateCents, rules }: Pick<Schedule, 'durations' | 'hourlyRateCents' | 'rules'>,
  now: number,
) {
  return {
    lessons: durations.map((minutes) => ({ minutes, priceCents: priceLesson(hourlyRateCents, minutes) })),
    noticeHours: rules.noticeHours,
    windowDays: rules.windowDays,
    today: bookableRange(rules, now).today,
  }
}

const placeOf = ({ id, name, address, city, state, zone }: Schedule['location']): FactPlace => ({
  id,
  name,
  address,
  city,
  state,
  zone,
})

/**
 * Lists the open times of the given schedules.
 * @param now milliseconds since 1970, UTC
 */
export function slotsOf(
  schedules: readonly Pick<Schedule, 'durations' | 'location' | 'rules'>[],
  now: number,
): FindSlots {
  return async ({ from, to, minutes, placeId }) => {
    const schedule = schedules.find(({ location }) => location.id === placeId) ?? schedules[0]
    if (!schedule?.durations.includes(minutes)) return []
    const { first, last } = bookableRange(schedule.rules, now)
    const [start = from] = [from, first].sort().slice(-1)
    const [end = to] = [to, last].sort()
    if (start > end) return []
    return listSlots(schedule.rules, { from: start, to: end, durationMinutes: minutes, now }).flatMap(
      ({ slots }) => slots.map((slot) => presentSlot(slot.start, minutes, schedule.location)),
    )
  }
}

/**
 * Formats a start as shown to people.
 * @param start milliseconds since 1970, UTC
 */
function presentSlot(start: number, minutes: number, place: { id: string | null; zone: string }): LiveSlot {
  return {
    start: toIso(start),
    minutes,
    placeId: place.id,
    date: dateIn(start, place.zone),
    time: formatClockTime(start, place.zone),
    zoneName: zoneName(start, place.zone),
  }
}
