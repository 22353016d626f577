import { and, eq } from 'drizzle-orm'
import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { lockPairOf } from '#features/coaches/coach-and-student.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { ProposalStatus, ProposedDate } from './proposal.ts'
import { lessonProposals } from './tables.ts'

/** The warnings a coach confirmed for a proposal's times, by start in milliseconds since 1970, UTC. */
export type ConfirmedTimes = ReadonlyMap<number, readonly TimeWarning[]>

/** @param dates as stored with a proposal */
export const confirmedOf = (dates: readonly ProposedDate[]): ConfirmedTimes =>
  new Map(dates.map(({ datetime, confirmed }) => [Date.parse(datetime), confirmed ?? []]))

/**
 * The confirmed warnings of a time. A proposed time may have become short notice in the meantime, which needs
 * no confirmation.
 */
export const confirmedBefore = (times: ConfirmedTimes, start: number): readonly TimeWarning[] => {
  const confirmed = times.get(start)
  return confirmed ? [...confirmed, 'short_notice'] : []
}

/** The confirmed warnings of the coach's own proposal; empty for other proposals. */
export async function findConfirmed(
  db: Queryable,
  coachId: string,
  proposalId: string,
): Promise<ConfirmedTimes> {
  const [found] = await db
    .select({ dates: lessonProposals.proposedDates })
    .from(lessonProposals)
    .where(and(eq(lessonProposals.id, proposalId), eq(lessonProposals.instructorId, coachId)))
  return confirmedOf(found?.dates ?? [])
}

/**
 * Whether a schedule belongs to the place of a proposal. It does not when the place was removed, in which
 * case the schedule is for the coach's primary place, or when the place's zone has changed.
 */
export const isAtItsPlace = (
  schedule: Pick<Schedule, 'location'> | null,
  of: { locationId: string | null; zone: string },
): boolean => schedule?.location.id === of.locationId && schedule.location.zone === of.zone

/** A proposal locked until the end of the transaction. Times in milliseconds since 1970, UTC. */
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
  /** The zone of its place at the time of the proposal. */
  zone: string
  lessons: number
  priceCents: Cents
  expiresAt: number
}

/** Reads and locks a proposal until the end of the transaction. */
export async function lockProposal(tx: Queryable, proposalId: string): Promise<HeldProposal | null> {
  await lockPairOf(tx, lessonProposals, eq(lessonProposals.id, proposalId))
  const [row] = await tx
    .select()
    .from(lessonProposals)
    .where(eq(lessonProposals.id, proposalId))
    .for('update')
  if (!row) return null
  return {
    id: row.id,
    instructorId: row.instructorId,
    studentId: row.studentId,
    status: row.status,
    version: row.version,
    times: row.proposedDates.map(({ datetime }) => Date.parse(datetime)),
    confirmed: confirmedOf(row.proposedDates),
    acceptedStart: row.acceptedStart,
    durationMinutes: row.durationMinutes,
    locationId: row.teachingLocationId,
    zone: row.timeZone,
    lessons: row.lessonsTotal,
    priceCents: row.priceAmount,
    expiresAt: row.expiresAt,
  }
}
