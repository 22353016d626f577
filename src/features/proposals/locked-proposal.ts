import { sql } from 'drizzle-orm'
import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, centsFromDollars } from '#platform/money.ts'
import type { ProposalStatus } from './proposal.ts'

/** One of a proposal's times as it is stored. */
export interface ProposedDate {
  datetime: string
  /** What the coach confirmed of a time that is none of the open ones. */
  confirmed?: TimeWarning[]
}

/** By start in milliseconds since 1970, UTC: what a coach confirmed of the times of a proposal. */
export type ConfirmedTimes = ReadonlyMap<number, readonly TimeWarning[]>

/** @param dates as they are stored with a proposal */
export const confirmedOf = (dates: readonly ProposedDate[]): ConfirmedTimes =>
  new Map(dates.map(({ datetime, confirmed }) => [Date.parse(datetime), confirmed ?? []]))

/** A time that was proposed comes closer by itself: nobody confirms that again. */
export const confirmedBefore = (times: ConfirmedTimes, start: number): readonly TimeWarning[] => {
  const confirmed = times.get(start)
  return confirmed ? [...confirmed, 'short_notice'] : []
}

/** What a coach confirmed of the times of a proposal of hers; nothing of anybody else's. */
export async function findConfirmed(
  db: Queryable,
  coachId: string,
  proposalId: string,
): Promise<ConfirmedTimes> {
  const found = await db.execute<{ proposed_dates: ProposedDate[] }>(sql`
    select proposed_dates from lesson_proposals where id = ${proposalId} and instructor_id = ${coachId}`)
  return confirmedOf(found.rows[0]?.proposed_dates ?? [])
}

/** A proposal as far as steps go, locked for the length of a transaction. Moments in milliseconds since 1970, UTC. */
export interface HeldProposal {
  id: string
  instructorId: string
  studentId: string
  status: ProposalStatus
  version: number
  times: number[]
  confirmed: ConfirmedTimes
  acceptedStart: number | null
  durationMinutes: number
  locationId: string | null
  lessons: number
  priceCents: Cents
  expiresAt: number
}

interface Row extends Record<string, unknown> {
  id: string
  instructor_id: string
  student_id: string
  status: ProposalStatus
  version: number
  proposed_dates: ProposedDate[]
  accepted: string | null
  duration_minutes: number
  teaching_location_id: string | null
  lessons_total: number
  price_amount: string
  expires: string
}

/** Reads one and keeps everybody else from changing it until the transaction ends. */
export async function lockProposal(tx: Queryable, proposalId: string): Promise<HeldProposal | null> {
  const found = await tx.execute<Row>(sql`
    select id, instructor_id, student_id, status, version, proposed_dates, extract(epoch from accepted_start) * 1000 as accepted,
      duration_minutes, teaching_location_id, lessons_total, price_amount, extract(epoch from expires_at) * 1000 as expires
    from lesson_proposals where id = ${proposalId} for update`)
  const row = found.rows[0]
  if (!row) return null
  return {
    id: row.id,
    instructorId: row.instructor_id,
    studentId: row.student_id,
    status: row.status,
    version: row.version,
    times: row.proposed_dates.map(({ datetime }) => Date.parse(datetime)),
    confirmed: confirmedOf(row.proposed_dates),
    acceptedStart: row.accepted === null ? null : Math.round(Number(row.accepted)),
    durationMinutes: row.duration_minutes,
    locationId: row.teaching_location_id,
    lessons: row.lessons_total,
    priceCents: centsFromDollars(row.price_amount),
    expiresAt: Math.round(Number(row.expires)),
  }
}
