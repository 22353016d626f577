import { MINUTE } from '#platform/duration.ts'
import { formatDay, formatLesson } from '#platform/time.ts'

/** Clinics and camps: sessions with seats. Pure; shared with the browser. */

export const clinicLevels = ['everyone', 'beginner', 'intermediate', 'advanced'] as const
export type ClinicLevel = (typeof clinicLevels)[number]

export const clinicLevelLabels: Record<ClinicLevel, string> = {
  everyone: 'All levels',
  beginner: 'Beginners',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

export const clinicLimits = {
  leastSeats: 2,
  mostSeats: 50,
  dates: 8,
  title: 80,
  description: 2000,
  /** Seats in one purchase: the owner of the account and its golfers. */
  seatsAtOnce: 9,
  /** Published clinics and drafts of a coach that are not over. */
  clinics: 40,
} as const

/** The dates and states that decide what can be bought. Instants in milliseconds since 1970, UTC. */
interface ClinicState {
  status: 'draft' | 'published' | 'cancelled'
  firstStart: number
  lastEnd: number
  seatsLeft: number
}

/** What a clinic looks like to students. */
export const clinicStates = ['open', 'sold_out', 'begun', 'ended', 'cancelled'] as const
export type ClinicPublicState = (typeof clinicStates)[number]

/** The state of a clinic that was published. @param now milliseconds since 1970, UTC */
export function publicState(
  { status, firstStart, lastEnd, seatsLeft }: ClinicState,
  now: number,
): ClinicPublicState {
  if (status === 'cancelled') return 'cancelled'
  if (lastEnd <= now) return 'ended'
  if (firstStart <= now) return 'begun'
  return seatsLeft > 0 ? 'open' : 'sold_out'
}

interface Ages {
  youngest: number | null
  oldest: number | null
}

/** `Ages 8 to 12`, `From age 8`, `Up to age 12`; null for all ages. */
export function agesText({ youngest, oldest }: Ages) {
  if (youngest !== null && oldest !== null) return `Ages ${youngest} to ${oldest}`
  if (youngest !== null) return `From age ${youngest}`
  return oldest === null ? null : `Up to age ${oldest}`
}

/**
 * Why a person is too young or too old for a clinic; null when the person may be the right age. Of children, only the year of birth is
 * known, so a child before a birthday passes; adults are at least 18.
 * @param golfer null for the owner of the account, who is an adult
 * @param year the year of the clinic
 */
export function ageRefusal(
  golfer: { name: string; yearOfBirth: number | null } | null,
  clinic: Ages,
  year: number,
): string | null {
  const { youngest, oldest } = clinic
  const text = agesText(clinic)?.toLowerCase()
  if (!golfer || golfer.yearOfBirth === null) {
    if (oldest === null || oldest >= ADULT) return null
    return `This clinic is for ${text}. Choose a child instead of ${golfer?.name ?? 'yourself'}.`
  }
  const turns = year - golfer.yearOfBirth
  const isTooYoung = youngest !== null && turns < youngest
  const isTooOld = oldest !== null && turns - 1 > oldest
  return isTooYoung || isTooOld
    ? `${golfer.name} turns ${turns} in ${year}. This clinic is for ${text}.`
    : null
}

const ADULT = 18

/** `1 seat left`, `Sold out` */
export const seatsLeftText = (left: number): string =>
  left === 0 ? 'Sold out' : `${left} ${left === 1 ? 'seat' : 'seats'} left`

interface ClinicTime {
  start: number | string
  end: number | string
}

/** `Sat, Jun 6 · 10:00 – 11:30 AM EDT` */
export const dateText = ({ start, end }: ClinicTime, zone: string): string =>
  formatLesson(start, (msOf(end) - msOf(start)) / MINUTE, zone)

const msOf = (instant: number | string) => (typeof instant === 'number' ? instant : Date.parse(instant))

/**
 * The title of a seat's booking. A camp names its days, so that every letter, receipt and statement does.
 * @param dates ascending
 */
export function seatTitle(title: string, dates: readonly ClinicTime[], zone: string): string {
  if (dates.length < 2) return title
  return `${title} (${dates.map(({ start }) => formatDay(start, zone)).join('; ')})`
}
