import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { giftPartOf } from '#features/gift-cards/gift-card.ts'
import { readBalance } from '#features/gift-cards/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { movableClock } from '#platform/clock.ts'
import { HOUR } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { ModelProcessor } from './booking-model-processor.ts'
import { codes, type Job, type Party } from './booking-model-steps.ts'
import { cheapHashing } from './cheap-hashing.ts'
import { charlotteTime } from './now.ts'
import { addCoach } from './people.ts'

/** A booking as the model knows it, independent of the product. */
export interface Remembered {
  id: string
  studentId: string
  /** Empty for a lesson from a package, which needs no payment. */
  sessionId: string
  amountCents: number
  start: number
  /** The maximum refund share after a move. */
  ceiling: number
  movedByCoach: boolean
  /** The model does not track this lesson's amounts exactly any more: only the ledger is compared. */
  isBlurred: boolean
  /** The refund expected from cancelling; null if the lesson was not cancelled, or not on its own. */
  refund: number | null
  moves: number
  /** The coach called it off because of the weather. */
  isCalledOff?: boolean
  /** It was cancelled together with others of its series, with one letter for all of them. */
  isToldTogether?: boolean
  /** A seat in a clinic; clinics have letters of their own. */
  isSeat?: boolean
  /** The possible places, as name and zone. There are several if two were chosen at the same instant. */
  places: Set<string>
}

/** A coach's teaching location. */
export interface Place {
  id: string
  name: string
  zone: string
}

export const placeKey = ({ name, zone }: Pick<Place, 'name' | 'zone'>) => `${name} in ${zone}`

export interface Proposed {
  id: string
  studentId: string
  start: number
  lessons: number
  priceCents: number
}

/** The state of one sequence: its people, their bookings, and the violations found. */
export interface Season {
  services: Services
  clock: ReturnType<typeof movableClock>
  pool: Pool
  processor: ModelProcessor
  coach: Actor
  students: Actor[]
  admin: Actor
  places: Place[]
  lessons: Remembered[]
  proposals: Proposed[]
  /** The ids of published clinics. */
  clinics: string[]
  cards: { id: string; buyerId: string; sessionId: string; redeemedBy?: string }[]
  reviews: { id: string; studentId: string; sessionId: string }[]
  /** Packages bought without their first lesson, by payment. */
  packageSales: { id: string; sessionId: string }[]
  /** Suspended and closed accounts, which are signed out and do nothing. */
  away: Map<string, 'suspended' | 'closed'>
  /** Accounts whose closing is still pending. */
  leaving: Map<string, 'oneself' | 'admin'>
  /** Several steps happen at the same instant, in an unknown order. */
  isCrowded: boolean
  /** An account was suspended or closed at the same instant as another step. */
  hadCrowdedLeaving: boolean
  wrong: string[]
}

/** Shared by the steps of a sequence and its ending. */
export interface Playing {
  season: Season
  runJob(job: Job): Promise<void>
  /** Completes pending transfers, delivers events and runs jobs until nothing is left to do. */
  settle(): Promise<void>
  /** Adds a bank's events to the processor's. */
  hearBanks(bodies: readonly string[]): void
}

export const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

/** Seven half-hour slots from 9:00 on the two days after tomorrow, counted from the start; some two weeks later. */
export const slotAt = (slot: number) =>
  Date.parse(charlotteTime((slot < 36 ? 2 : 16) + (slot % 2), 9, (slot % 7) * 30))

/** Codes are unique across coaches, so each sequence has separate ones. */
export const codeOf = (code: (typeof codes)[number], coachId: string) =>
  `${code}-${coachId.replaceAll('-', '').slice(0, 20).toUpperCase()}`

export const isAway = ({ away }: Season, userId: string) => away.has(userId)

/** The coach or student of a lesson; null while signed out. */
export function actorFor(season: Season, who: Party, studentId: string): Actor | null {
  const actor =
    who === 'admin'
      ? season.admin
      : who === 'coach'
        ? season.coach
        : season.students.find(({ userId }) => userId === studentId)
  return actor && !isAway(season, actor.userId) ? actor : null
}

/** The coach at 0, then the students. */
export const personAt = ({ coach, students }: Season, who: number): Actor =>
  pick([coach, ...students], who) ?? coach

/** Errors with which the product refuses a request. */
const refusals = [
  'payment_refused',
  'lessons_coming',
  'payouts_owed',
  'problem_open',
  'payment_disputed',
  'closing_changed',
  'no_such_account',
  'no_such_person',
  'no_such_place',
  'changed_meanwhile',
  'changed_elsewhere',
  'money_moved',
  'more_than_kept',
  'bank_decides',
  'no_such_clinic',
  'clinic_begun',
  'clinic_cancelled',
  'slot_gone',
  'sold_out',
  'few_seats',
  'already_in',
  'overlaps',
  'blocked',
  'in_the_past',
  'no_such_time',
  'decides_too_late',
  'coach_unavailable',
  'student_unavailable',
  'too_many_holds',
  'too_many_clinics',
  'not_sold',
  'payments_unavailable',
  'not_open',
  'too_late',
  'no_videos',
  'sharing_ended',
  'not_taking_messages',
  'too_many_reviews',
  'too_many_packages',
  'offer_changed',
  'no_such_pair',
  // Another lesson than one that the coach entered.
  'no_such_booking',
  // A step at the same moment took from the cards, or returned to them.
  'gift_changed',
  // Lessons that cannot be kept as a credit.
  'not_offered',
  'not_paid_here',
  'package_ended',
  'discount',
  'disputed',
  'partly_refunded',
]

/** Ignores refusals and broken connections; the final settling retries them. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.reason)) return
    if (!(error instanceof Error) || !/hang up/.test(error.message)) throw error
  }
}

/** The standard cancellation terms, deliberately implemented in another way than in the product. */
export function expectedShare(season: Season, lesson: Remembered): number {
  if (lesson.movedByCoach || lesson.isCalledOff || isAway(season, season.coach.userId)) return 100
  const hours = (lesson.start - season.clock.now()) / HOUR
  const share = hours < 24 ? 0 : hours < 48 ? 50 : 100
  return Math.min(share, lesson.ceiling)
}

export const MODEL_PASSWORD = 'fairway-seven'

/** Adds a coach with two places and two codes, and three students she knows. The last student's address is unconfirmed. */
export async function addPeople(pool: Pool): Promise<Pick<Season, 'coach' | 'students' | 'places'>> {
  const { id, locationId } = await addCoach(pool, { noticeHours: 2 })
  const other: Place = { id: randomUUID(), name: 'Cedar Flats', zone: 'America/Chicago' }
  await pool.query(
    `insert into instructor_teaching_locations (id, instructor_id, location_name, address, city, state, lat, lng, time_zone, is_primary)
     values ($1, $2, $3, '2 Cedar Lane', 'Rock Hill', 'SC', 35.2272, -80.8432, $4, false)`,
    [other.id, id, other.name, other.zone],
  )
  await pool.query(
    `insert into promo_codes (code, percent_off, amount_off_cents, instructor_id, funded_by, max_uses, valid_from)
     values ($1, 25, null, $3, 'platform', 2, 'epoch'), ($2, null, 4000, $3, 'coach', 1, 'epoch')`,
    [...codes.map((code) => codeOf(code, id)), id],
  )
  const students = await addStudents(pool, 3)
  await pool.query(
    'insert into conversations (instructor_id, student_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    [id, students.map(({ userId }) => userId)],
  )
  await givePasswords(pool, [id, ...students.map(({ userId }) => userId)])
  return {
    coach: { userId: id, role: 'coach', fullName: 'Maya', email: `${id}@coaches.test` },
    students,
    places: [{ id: locationId, name: 'Longleaf Hollow Golf Center', zone: 'America/New_York' }, other],
  }
}

async function addStudents(pool: Pool, count: number): Promise<Actor[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(
    `insert into profiles (id, full_name, email, email_verified, user_type, phone)
     select id, 'Student ' || at, id || '@model.test', at < $2, 'student', '+17045550111'
     from unnest($1::uuid[]) with ordinality as t (id, at)`,
    [ids, count],
  )
  return ids.map((userId, at) => ({
    userId,
    role: 'student',
    fullName: `Student ${at + 1}`,
    email: `${userId}@model.test`,
  }))
}

/** Adds an admin, shared by all sequences. */
export async function addAdmin(pool: Pool): Promise<Actor> {
  const [found] = await addStudents(pool, 1)
  return { ...(found as Actor), role: 'admin', fullName: 'Admin' }
}

/** Closing an account requires a password. */
async function givePasswords(pool: Pool, ids: string[]) {
  const hash = await cheapHashing.hash(MODEL_PASSWORD)
  await pool.query(
    `insert into credentials (account_id, provider_id, user_id, password)
     select id::text, 'credential', id, $2 from unnest($1::uuid[]) as id`,
    [ids, hash],
  )
}

/** What a student's gift cards pay of a price, as a part of the request. */
export async function giftFor(
  { services }: Season,
  studentId: string,
  priceCents: number,
  isGift: boolean | undefined,
): Promise<{ giftCents?: number }> {
  if (!isGift) return {}
  const { balanceCents } = await readBalance(services.db, studentId)
  const giftCents = giftPartOf(priceCents, balanceCents)
  return giftCents > 0 ? { giftCents } : {}
}

/** The processor's session; empty when gift cards paid everything. */
export const sessionOf = (url: string): string =>
  url.includes('/checkout/') ? (url.split('/').at(-1) ?? '') : ''
