import { and, desc, eq, exists, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import type { CheckoutQuestions } from '#features/checkout/questions.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { conversations } from '#features/messages/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { refused } from '#platform/errors.ts'
import { lessonCredits, lessonPackages, packagePurchases } from './packages/tables.ts'
import type { ProposedDate } from './proposal.ts'
import { lessonProposals } from './tables.ts'

/** Answers checkout's queries about accepted proposals and packages. */

/** The newest accepted proposal between the two people that is not booked yet. */
export async function findAgreedLesson(
  db: Queryable,
  { proposalId, conversationId, studentId, instructorId }: CheckoutQuestions['agreed_lesson']['about'],
): Promise<CheckoutQuestions['agreed_lesson']['answer']> {
  if (!proposalId && !conversationId) return { ok: true, agreed: null }
  if (!studentId) return refused('package_unknown')
  const booked = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(eq(bookings.proposalId, lessonProposals.id), inArray(bookings.status, ['confirmed', 'completed'])),
    )
  const isBooked: SQL.Aliased<boolean> = sql<boolean>`${or(
    eq(lessonProposals.status, 'scheduled'),
    exists(booked),
  )}`.as('is_booked')
  const inConversation = (id: string) =>
    exists(
      db
        .select({ id: conversations.id })
        .from(conversations)
        .where(
          and(
            eq(conversations.id, id),
            eq(conversations.studentId, lessonProposals.studentId),
            eq(conversations.instructorId, lessonProposals.instructorId),
          ),
        ),
    )
  const [found] = await db
    .select({ proposal: lessonProposals, isBooked })
    .from(lessonProposals)
    .where(
      and(
        eq(lessonProposals.studentId, studentId),
        eq(lessonProposals.instructorId, instructorId),
        inArray(lessonProposals.status, ['accepted', 'scheduled']),
        proposalId ? eq(lessonProposals.id, proposalId) : undefined,
        conversationId ? inConversation(conversationId) : undefined,
      ),
    )
    .orderBy(isBooked, desc(lessonProposals.createdAt))
    .limit(1)
  if (!found) return refused('package_unknown')
  if (found.isBooked) return refused('package_used')
  const { proposal } = found
  return {
    ok: true,
    agreed: {
      proposalId: proposal.id,
      version: proposal.version,
      priceCents: proposal.priceAmount,
      title: proposal.lessonTitle,
      lessonType: proposal.lessonType,
      durationMinutes: proposal.durationMinutes,
      lessons: proposal.lessonsTotal,
      starts: startsOf(proposal.proposedDates),
    },
  }
}

/** The number of lessons that the payment of a booking is for, and the package of the profile that it buys. */
export async function readLessonsPaid(
  db: Queryable,
  { bookingId }: CheckoutQuestions['lessons_paid']['about'],
): Promise<CheckoutQuestions['lessons_paid']['answer']> {
  const [found] = await db
    .select({
      agreed: lessonProposals.lessonsTotal,
      bought: packagePurchases.lessonsTotal,
      offerId: packagePurchases.offerId,
    })
    .from(bookings)
    .leftJoin(lessonProposals, eq(lessonProposals.id, bookings.proposalId))
    .leftJoin(packagePurchases, eq(packagePurchases.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  return { lessons: found?.bought ?? found?.agreed ?? 1, offerId: found?.offerId ?? null }
}

/** Whether a student has unused package lessons of that length, and of that type if it is given. */
export async function hasPackageOf(
  db: Queryable,
  of: CheckoutQuestions['has_package']['about'],
): Promise<boolean> {
  return (await findUsable(db, of)) !== null
}

/** The policy for cancelling a lesson of a student's package; null when no such package has unused lessons of that length. */
export async function findPolicyOfPackage(
  db: Queryable,
  of: CheckoutQuestions['policy_of_package']['about'],
): Promise<CancellationPolicy | null> {
  return (await findUsable(db, of))?.policy ?? null
}

async function findUsable(
  db: Queryable,
  of: CheckoutQuestions['has_package']['about'] & { packageId?: string },
) {
  const available = db
    .select({ position: lessonCredits.position })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
  const [found] = await db
    .select({ policy: lessonPackages.cancellationPolicy })
    .from(lessonPackages)
    .where(
      and(
        of.packageId ? eq(lessonPackages.id, of.packageId) : undefined,
        eq(lessonPackages.studentId, of.studentId),
        eq(lessonPackages.instructorId, of.instructorId),
        eq(lessonPackages.durationMinutes, of.durationMinutes),
        of.lessonType ? eq(lessonPackages.lessonType, of.lessonType) : undefined,
        isNull(lessonPackages.endedAt),
        gt(lessonPackages.expiresAt, of.now),
        exists(available),
      ),
    )
    .limit(1)
  return found ?? null
}

/**
 * Whether the proposal that a booking was accepted from is still offered unchanged: not withdrawn, declined,
 * booked otherwise, or revised. True for bookings without a proposal. Locks the proposal until the end of the
 * transaction.
 */
export async function isStillOffered(tx: Queryable, { bookingId }: { bookingId: string }): Promise<boolean> {
  const [found] = await tx
    .select({ lesson: bookings, proposal: lessonProposals })
    .from(bookings)
    .innerJoin(lessonProposals, eq(lessonProposals.id, bookings.proposalId))
    .where(eq(bookings.id, bookingId))
    .for('share', { of: lessonProposals })
  if (!found) return true
  const { lesson, proposal } = found
  return (
    ['pending', 'expired', 'accepted'].includes(proposal.status) &&
    // Bookings from before versions were recorded are compared by their own fields.
    proposal.version === (lesson.proposalVersion ?? proposal.version) &&
    proposal.priceAmount === lesson.priceAmount &&
    proposal.durationMinutes === lesson.durationMinutes &&
    startsOf(proposal.proposedDates).includes(lesson.lessonDate)
  )
}

const startsOf = (dates: readonly ProposedDate[]) => dates.map(({ datetime }) => Date.parse(datetime))
