import { sql } from 'drizzle-orm'
import { lookAtOwnTime, type TimeWarning } from '#features/availability/own-times/own-time.ts'
import { findSchedule, type Schedule } from '#features/availability/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
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
import { closesAt, mayStep, type ProposalRefusal, type ProposalStepName } from './proposal.ts'
import { listProposalStudents } from './queries.ts'

type Viewer = Pick<Actor, 'userId'>
type Outcome = { ok: true; proposalId: string } | Refused<ProposalRefusal>

/** A lesson in words and figures; times are ISO instants, the price is for all lessons together. */
export interface ProposalTerms {
  title: string
  lessonType: string
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
 * A coach offers a lesson, or a package of them, to a student who knows her, at times that are free now: open ones, and
 * others of which she has confirmed that they are outside of her hours, blocked or soon. The length is hers to choose.
 * The price is the coach's own word; the student pays what is stored here and nothing a client sends.
 */
export async function proposeLesson(
  services: Services,
  coach: Viewer,
  input: ProposalTerms & { studentId: string },
): Promise<Outcome> {
  const known = await listProposalStudents(services.db, coach.userId, input.studentId)
  if (known.length === 0) return refused('no_student')
  const checked = await checkTerms(services, coach.userId, input)
  if (!checked.ok) return checked
  return await services.db.transaction(async (tx) => {
    const made = await tx.execute<{ id: string }>(sql`
      insert into lesson_proposals (instructor_id, student_id, status, proposed_dates, price_amount, lesson_title, lesson_type,
        duration_minutes, teaching_location_id, time_zone, lessons_total, package_valid_days, note, expires_at, created_at)
      values (${coach.userId}, ${input.studentId}, 'pending', ${checked.dates}::jsonb, ${dollars(input.priceCents)}::numeric,
        ${input.title}, ${input.lessonType}, ${input.durationMinutes}, ${checked.schedule.location.id}, ${checked.schedule.rules.zone},
        ${input.lessons}, ${validDaysOf(input)}, ${input.note || null}, ${closingDate(services, input)},
        ${new Date(services.clock.now())})
      returning id`)
    const proposalId = made.rows[0]?.id
    if (!proposalId) throw new Error('a proposal was stored without an id')
    await announceProposal(services, tx, proposalId, 'proposed')
    return { ok: true, proposalId }
  })
}

/** The coach changes what was offered; whoever looked at the old terms cannot accept the new ones unseen. */
export async function reviseProposal(
  services: Services,
  coach: Viewer,
  input: ProposalTerms & { proposalId: string; version: number },
): Promise<Outcome> {
  const before = await findConfirmed(services.db, coach.userId, input.proposalId)
  const checked = await checkTerms(services, coach.userId, input, before)
  if (!checked.ok) return checked
  return await step(services, coach, 'coach', 'revise', input, async (tx) => {
    await tx.execute(sql`
      update lesson_proposals set status = 'pending', version = version + 1, proposed_dates = ${checked.dates}::jsonb,
        price_amount = ${dollars(input.priceCents)}::numeric, lesson_title = ${input.title}, lesson_type = ${input.lessonType},
        duration_minutes = ${input.durationMinutes}, teaching_location_id = ${checked.schedule.location.id},
        time_zone = ${checked.schedule.rules.zone}, lessons_total = ${input.lessons}, package_valid_days = ${validDaysOf(input)},
        note = ${input.note || null}, expires_at = ${closingDate(services, input)}, change_request = null, reminded_at = null,
        updated_at = ${new Date(services.clock.now())}
      where id = ${input.proposalId}`)
    await announceProposal(services, tx, input.proposalId, 'revised')
  })
}

/** The coach takes an offer back. */
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

/** The student says what should be different. */
export async function requestChanges(
  services: Services,
  student: Viewer,
  input: { proposalId: string; version: number; message: string },
): Promise<Outcome> {
  return await step(services, student, 'student', 'request_changes', input, async (tx) => {
    await tx.execute(sql`
      update lesson_proposals set status = 'changes_requested', change_request = ${input.message},
        updated_at = ${new Date(services.clock.now())} where id = ${input.proposalId}`)
    await announceProposal(services, tx, input.proposalId, 'changes_requested')
  })
}

/** The student says no. */
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
 * One step of the lifecycle, by one of the proposal's two people, on the state they looked at. The proposal is locked:
 * of two steps at once the second finds what the first left.
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
    if (!mayStep(on, proposal.status, as)) return refused('not_now')
    if (input.version !== undefined && input.version !== proposal.version) return refused('proposal_changed')
    if (as === 'student' && services.clock.now() >= closesAt(proposal.expiresAt, proposal.times))
      return refused('proposal_expired')
    await write(tx, proposal)
    return { ok: true, proposalId: input.proposalId }
  })
}

const setStatus = (services: Services, tx: Queryable, id: string, status: 'cancelled' | 'declined') =>
  tx.execute(sql`
    update lesson_proposals set status = ${status}, updated_at = ${new Date(services.clock.now())} where id = ${id}`)

/**
 * No time may be taken, and every warning about one must have been confirmed: now, or when the same time was proposed before.
 * @param before what was confirmed of the times that the proposal has already
 */
async function checkTerms(
  services: Services,
  coachId: string,
  terms: ProposalTerms,
  before: ConfirmedTimes = new Map(),
): Promise<
  { ok: true; schedule: Schedule; dates: string } | Refused<'times_not_open' | 'times_not_confirmed'>
> {
  const now = services.clock.now()
  const starts = terms.times.map((time) => Date.parse(time))
  const schedule = await findSchedule(services.db, coachId, {
    now,
    locationId: terms.locationId,
    from: addDays(dateIn(Math.min(...starts), 'UTC'), -1),
    to: addDays(dateIn(Math.max(...starts), 'UTC'), 1),
  })
  if (!schedule) return refused('times_not_open')
  const dates: { datetime: string; confirmed: TimeWarning[] }[] = []
  for (const start of starts) {
    const { durationMinutes } = terms
    const { isFree, warnings } = lookAtOwnTime(schedule.rules, { start, durationMinutes, now })
    if (!isFree) return refused('times_not_open')
    const confirmed = [...terms.confirmed, ...confirmedBefore(before, start)]
    if (!warnings.every((warning) => confirmed.includes(warning))) return refused('times_not_confirmed')
    dates.push({ datetime: toIso(start), confirmed: warnings })
  }
  return { ok: true, schedule, dates: JSON.stringify(dates) }
}

const dollars = (cents: Cents) => (cents / 100).toFixed(2)

const validDaysOf = ({ lessons, validDays }: ProposalTerms) => (lessons > 1 ? (validDays ?? 180) : null)

const closingDate = ({ clock }: Services, { openHours }: ProposalTerms) =>
  new Date(clock.now() + openHours * 3_600_000)
