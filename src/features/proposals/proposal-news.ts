import { and, count, eq } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { lessonCredits, lessonPackages } from './packages/tables.ts'
import { closesAt, type ProposalStatus } from './proposal.ts'
import { lessonProposals } from './tables.ts'

/** The data of notifications about a proposal. Times in milliseconds since 1970, UTC. */
export interface ProposalFacts {
  instructorId: string
  studentId: string
  status: ProposalStatus
  version: number
  coachLabel: string
  studentName: string
  title: string
  lessons: number
  durationMinutes: number
  priceCents: Cents
  zone: string
  times: number[]
  closesAt: number
  acceptedStart: number | null
  changeRequest: string | null
}

export async function findProposalFacts(db: Queryable, proposalId: string): Promise<ProposalFacts | null> {
  const [row] = await db
    .select({
      proposal: lessonProposals,
      coachName,
      studentName: studentAccount.fullName,
    })
    .from(lessonProposals)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, lessonProposals.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, lessonProposals.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, lessonProposals.studentId))
    .where(eq(lessonProposals.id, proposalId))
  if (!row) return null
  const { proposal } = row
  const times = proposal.proposedDates.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b)
  return {
    instructorId: proposal.instructorId,
    studentId: proposal.studentId,
    status: proposal.status,
    version: proposal.version,
    coachLabel: coachLabel(row.coachName),
    studentName: row.studentName,
    title: proposal.lessonTitle,
    lessons: proposal.lessonsTotal,
    durationMinutes: proposal.durationMinutes,
    priceCents: proposal.priceAmount,
    zone: proposal.timeZone,
    times,
    closesAt: closesAt(proposal.expiresAt, times),
    acceptedStart: proposal.acceptedStart,
    changeRequest: proposal.changeRequest,
  }
}

/** The statuses in which a notification is still valid. */
const statusesFor: Record<string, readonly ProposalStatus[]> = {
  proposed: ['pending'],
  revised: ['pending'],
  reminder: ['pending'],
  withdrawn: ['cancelled'],
  coach_unavailable: ['cancelled'],
  student_unavailable: ['cancelled'],
  changes_requested: ['changes_requested'],
  declined: ['declined'],
  expired: ['expired'],
  accepted: ['accepted', 'scheduled'],
}

/**
 * Why a notification about a proposal is outdated; null while it is valid.
 * @param now milliseconds since 1970, UTC
 */
export async function whyProposalNewsOutdated(
  db: Queryable,
  { proposalId, version, news }: { proposalId: string; version: number; news: string },
  now: number,
): Promise<string | null> {
  const [proposal] = await db
    .select({ status: lessonProposals.status, version: lessonProposals.version })
    .from(lessonProposals)
    .where(eq(lessonProposals.id, proposalId))
  if (!proposal) return 'there is no such proposal'
  if (proposal.version !== version) return 'the proposal was changed'
  if (!statusesFor[news]?.includes(proposal.status)) return `the proposal is ${proposal.status}`
  if (proposal.status !== 'pending') return null
  const told = await findProposalFacts(db, proposalId)
  return told && told.closesAt <= now ? 'the proposal is over' : null
}

/** The events of a package that cause a notification. */
export const packageNews = [
  'bought',
  'refund_came_back',
  'refund_sent_again',
  'ended',
  'reminder',
  'coach_unavailable',
] as const

/**
 * The same for a package.
 * @param now milliseconds since 1970, UTC
 */
export async function whyPackageNewsOutdated(
  db: Queryable,
  { packageId, news }: { packageId: string; news: (typeof packageNews)[number] },
  now: number,
): Promise<string | null> {
  const [row] = await db
    .select({
      endedAt: lessonPackages.endedAt,
      expiresAt: lessonPackages.expiresAt,
      left: count(lessonCredits.position),
      mayTeach: instructorProfiles.mayTeach,
    })
    .from(lessonPackages)
    .leftJoin(
      lessonCredits,
      and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')),
    )
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, lessonPackages.instructorId))
    .where(eq(lessonPackages.id, packageId))
    .groupBy(lessonPackages.id, instructorProfiles.userId)
  if (!row) return 'there is no such package'
  // What was paid or refunded does not change any more.
  if (news === 'bought' || news.startsWith('refund_')) return null
  if (news === 'ended') return row.endedAt !== null ? null : 'the package goes on'
  if (news === 'coach_unavailable' && row.mayTeach) return 'the coach teaches again'
  if (news === 'reminder' && !row.mayTeach) return 'the coach is not taking lessons'
  if (row.endedAt !== null || row.expiresAt <= now) return 'the package has ended'
  return row.left === 0 ? 'every lesson is booked' : null
}
