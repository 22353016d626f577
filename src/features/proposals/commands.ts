import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { checkOwnTime, type TimeWarning } from '#features/availability/own-times/own-time.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import type { LessonType } from '#features/bookings/booking.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { requireNotPaused, requireReach } from '#features/messages/may-reach.ts'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { announceProposal } from './emails.ts'
import {
  type ConfirmedTimes,
  confirmedBefore,
  findConfirmed,
  type HeldProposal,
  lockProposal,
} from './locked-proposal.ts'
import {
  closesAt,
  mayTransition,
  type ProposalRefusal,
  type ProposalStepName,
  type ProposedDate,
} from './proposal.ts'
import { listProposalStudents } from './queries.ts'
import { lessonProposals } from './tables.ts'

type Viewer = Pick<Actor, 'userId'>
type Outcome = { ok: true; proposalId: string } | Refused<ProposalRefusal>

interface CheckedTerms {
  schedule: Schedule
  dates: ProposedDate[]
}

/** The terms of an offered lesson; times are ISO instants, the price is for all lessons together. */
export interface ProposalTerms {
  title: string
  lessonType: LessonType
  durationMinutes: number
  locationId?: string | undefined
  times: string[]
  confirmed: readonly TimeWarning[]
  priceCents: Cents
  lessons: number
  validDays?: number | undefined
  openHours: number
  note?: string | undefined
}

/**
 * Offers a lesson, or a package of lessons, to a student the coach may contact. The times must be free now:
 * open times, or others for which the coach confirmed that they are outside the hours, blocked or soon. The
 * coach chooses the length and the price; the student pays the stored price, regardless of what a client
 * sends. A request that is sent again with the same new id offers it once.
 */
export async function proposeLesson(
  services: Services,
  coach: Viewer,
  input: ProposalTerms & { studentId: string; newProposalId?: string | undefined },
): Promise<Outcome> {
  const { newProposalId } = input
  const isOffered = async (db: Queryable) =>
    newProposalId !== undefined && (await isProposalOf(db, coach.userId, newProposalId, input.studentId))
  if (newProposalId && (await isOffered(services.db))) return { ok: true, proposalId: newProposalId }
  const known = await listProposalStudents(services, coach.userId, { studentId: input.studentId })
  if (known.length === 0) {
    await requireNotPaused(services.db, { instructorId: coach.userId, studentId: input.studentId })
    return refused('no_student')
  }
  const checked = await checkTerms(services, coach.userId, input)
  if (!checked.ok) return checked
  const now = services.clock.now()
  return await refuseWithoutPlace(() =>
    services.db.transaction(async (tx) => {
      const [made] = await tx
        .insert(lessonProposals)
        .values({
          id: newProposalId,
          instructorId: coach.userId,
          studentId: input.studentId,
          ...termsOf(now, input, checked),
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing({ target: lessonProposals.id })
        .returning({ id: lessonProposals.id })
      if (!made)
        return newProposalId && (await isOffered(tx))
          ? { ok: true, proposalId: newProposalId }
          : refused('no_such_proposal')
      const proposalId = made.id
      await announceProposal(services, tx, proposalId, 'proposed')
      return { ok: true, proposalId }
    }),
  )
}

async function isProposalOf(
  db: Queryable,
  coachId: string,
  proposalId: string,
  studentId: string,
): Promise<boolean> {
  const { id, instructorId } = lessonProposals
  const isTheirs = and(eq(instructorId, coachId), eq(lessonProposals.studentId, studentId))
  const found = await db
    .select({ id })
    .from(lessonProposals)
    .where(and(eq(id, proposalId), isTheirs))
  return found.length > 0
}

/**
 * Changes an open proposal. The version increases, so that a student cannot accept the new terms without
 * having seen them. A request that is sent again changes it once.
 */
export async function reviseProposal(
  services: Services,
  coach: Viewer,
  input: ProposalTerms & { proposalId: string; version: number },
): Promise<Outcome> {
  const before = await findConfirmed(services.db, coach.userId, input.proposalId)
  const checked = await checkTerms(services, coach.userId, input, before)
  if (!checked.ok) return checked
  const now = services.clock.now()
  const terms = termsOf(now, input, checked)
  const outcome = await refuseWithoutPlace(() =>
    step(services, coach, 'coach', 'revise', input, async (tx, proposal) => {
      await requireReach(tx, proposal)
      await tx
        .update(lessonProposals)
        .set({
          ...terms,
          version: sql`${lessonProposals.version} + 1`,
          changeRequest: null,
          remindedAt: null,
          updatedAt: now,
        })
        .where(eq(lessonProposals.id, input.proposalId))
      await announceProposal(services, tx, input.proposalId, 'revised')
    }),
  )
  if (outcome.ok || outcome.reason !== 'proposal_changed') return outcome
  const { proposalId } = input
  const isSentAgain = await isRevisedTo(services.db, coach.userId, input, { ...terms, updatedAt: now })
  return isSentAgain ? { ok: true, proposalId } : refused('own_proposal_changed')
}

/** Whether the next version of a coach's proposal has these terms, and nothing was done with it since. */
async function isRevisedTo(
  db: Queryable,
  coachId: string,
  { proposalId, version }: { proposalId: string; version: number },
  terms: StoredTerms,
): Promise<boolean> {
  const [next] = await db
    .select()
    .from(lessonProposals)
    .where(
      and(
        eq(lessonProposals.id, proposalId),
        eq(lessonProposals.instructorId, coachId),
        eq(lessonProposals.version, version + 1),
      ),
    )
  return next !== undefined && isDeepStrictEqual(comparable(next), comparable(terms))
}

type StoredTerms = ReturnType<typeof termsOf> & { updatedAt: number }

/** What two revisions with the same terms have in common, whenever they are sent. */
const comparable = (terms: StoredTerms | typeof lessonProposals.$inferSelect) => [
  terms.status,
  terms.proposedDates.map(({ datetime }) => datetime),
  terms.priceAmount,
  terms.lessonTitle,
  terms.lessonType,
  terms.durationMinutes,
  terms.teachingLocationId,
  terms.timeZone,
  terms.lessonsTotal,
  terms.packageValidDays,
  terms.note,
  terms.expiresAt - terms.updatedAt,
]

/** Withdraws a proposal. */
export async function withdrawProposal(
  services: Services,
  coach: Viewer,
  proposalId: string,
): Promise<Outcome> {
  return await step(services, coach, 'coach', 'withdraw', { proposalId }, async (tx) => {
    await setStatus(services, tx, proposalId, 'cancelled')
    await announceProposal(services, tx, proposalId, 'withdrawn')
  })
}

/** Requests changes to a proposal. */
export async function requestChanges(
  services: Services,
  student: Viewer,
  input: { proposalId: string; version: number; message: string },
): Promise<Outcome> {
  return await step(services, student, 'student', 'request_changes', input, async (tx, proposal) => {
    await requireReach(tx, proposal)
    await tx
      .update(lessonProposals)
      .set({
        status: 'changes_requested',
        changeRequest: input.message,
        updatedAt: services.clock.now(),
      })
      .where(eq(lessonProposals.id, input.proposalId))
    await announceProposal(services, tx, input.proposalId, 'changes_requested')
  })
}

/** Declines a proposal. */
export async function declineProposal(
  services: Services,
  student: Viewer,
  proposalId: string,
): Promise<Outcome> {
  return await step(services, student, 'student', 'decline', { proposalId }, async (tx) => {
    await setStatus(services, tx, proposalId, 'declined')
    await announceProposal(services, tx, proposalId, 'declined')
  })
}

/**
 * Performs one transition of the lifecycle, for one of the proposal's two people, if the proposal still has
 * the version they saw. The proposal is locked, so concurrent transitions are serialized.
 */
export async function step(
  services: Services,
  actor: Viewer,
  as: 'student' | 'coach',
  on: ProposalStepName,
  input: { proposalId: string; version?: number },
  write: (tx: Queryable, proposal: HeldProposal) => Promise<void>,
): Promise<Outcome> {
  return await services.db.transaction(async (tx) => {
    const proposal = await lockProposal(tx, input.proposalId)
    const mine = as === 'coach' ? proposal?.instructorId : proposal?.studentId
    if (!proposal || mine !== actor.userId) return refused('no_such_proposal')
    if (!mayTransition(on, proposal.status, as)) return refused('not_now')
    if (input.version !== undefined && input.version !== proposal.version) return refused('proposal_changed')
    if (as === 'student' && services.clock.now() >= closesAt(proposal.expiresAt, proposal.times))
      return refused('proposal_expired')
    await write(tx, proposal)
    return { ok: true, proposalId: input.proposalId }
  })
}

const setStatus = (services: Services, tx: Queryable, id: string, status: 'cancelled' | 'declined') =>
  tx
    .update(lessonProposals)
    .set({ status, updatedAt: services.clock.now() })
    .where(eq(lessonProposals.id, id))

/**
 * Checks that no time is occupied, and that every warning was confirmed, now or when the same time was
 * proposed before.
 * @param before the confirmed warnings of the proposal's existing times
 */
async function checkTerms(
  services: Services,
  coachId: string,
  terms: ProposalTerms,
  before: ConfirmedTimes = new Map(),
): Promise<({ ok: true } & CheckedTerms) | Refused<'times_not_open' | 'times_not_confirmed'>> {
  const now = services.clock.now()
  const starts = terms.times.map((time) => Date.parse(time))
  const schedule = await findSchedule(services.db, coachId, {
    now,
    locationId: terms.locationId,
    from: addDays(dateIn(Math.min(...starts), 'UTC'), -1),
    to: addDays(dateIn(Math.max(...starts), 'UTC'), 1),
  })
  if (!schedule) return refused('times_not_open')
  const dates: ProposedDate[] = []
  for (const start of starts) {
    const { durationMinutes } = terms
    const { isFree, warnings } = checkOwnTime(schedule.rules, { start, durationMinutes, now })
    if (!isFree) return refused('times_not_open')
    const confirmed = [...terms.confirmed, ...confirmedBefore(before, start)]
    if (!warnings.every((warning) => confirmed.includes(warning))) return refused('times_not_confirmed')
    dates.push({ datetime: toIso(start), confirmed: warnings })
  }
  return { ok: true, schedule, dates }
}

/** Runs a command that stores terms, and refuses them when their place was removed after they were checked. */
async function refuseWithoutPlace(store: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await store()
  } catch (error) {
    if (constraintOf(error)?.constraint !== 'lesson_proposals_teaching_location_id_fkey') throw error
    return refused('own_place_gone')
  }
}

const validDaysOf = ({ lessons, validDays }: ProposalTerms) => (lessons > 1 ? (validDays ?? 180) : null)

/**
 * The column values of a proposal's terms, with the status reset to pending.
 * @param now milliseconds since 1970, UTC
 */
const termsOf = (now: number, input: ProposalTerms, { schedule, dates }: CheckedTerms) => ({
  status: 'pending' as const,
  proposedDates: dates,
  priceAmount: input.priceCents,
  lessonTitle: input.title,
  lessonType: input.lessonType,
  durationMinutes: input.durationMinutes,
  teachingLocationId: schedule.location.id,
  timeZone: schedule.rules.zone,
  lessonsTotal: input.lessons,
  packageValidDays: validDaysOf(input),
  note: input.note || null,
  expiresAt: now + input.openHours * 3_600_000,
})
