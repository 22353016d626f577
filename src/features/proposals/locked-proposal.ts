import { and, eq } from 'drizzle-orm'
import type { Schedule } from '#features/availability/coach-schedule.ts'
import type { TimeWarning } from '#features/availability/own-times/own-time.ts'
import { lockPairOf } from '#features/coaches/coach-and-student.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { ProposalStatus, ProposedDate } from './proposal.ts'
import { lessonProposals } from './tables.ts'

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
  const [found] = await db
    .select({ dates: lessonProposals.proposedDates })
    .from(lessonProposals)
    .where(and(eq(lessonProposals.id, proposalId), eq(lessonProposals.instructorId, coachId)))
  return confirmedOf(found?.dates ?? [])
}

/**
 * Whether a schedule is that of the place a proposal was made for. It is not when the place was removed, which leaves the
 * coach's primary place, or when it is in another zone by now.
 */
export const isAtItsPlace = (
  schedule: Pick<Schedule, 'location'> | null,
  of: { locationId: string | null; zone: string },
): boolean => schedule?.location.id === of.locationId && schedule.location.zone === of.zone

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
  /** The zone of the place it was made for. */
  zone: string
  lessons: number
  priceCents: Cents
  expiresAt: number
}

/** Reads one and keeps everybody else from changing it until the transaction ends. */
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
