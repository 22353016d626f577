import { and, eq, inArray, or } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { TransactionServices } from '#ports/services.ts'
import { announceProposal } from './emails.ts'
import { lessonProposals } from './tables.ts'

/**
 * Withdraws every open proposal of a coach or to a student who is suspended or closes the account, and tells the other person.
 * A proposal whose time was held is open again by now: its hold was ended before.
 */
export async function withdrawProposalsOf(
  services: TransactionServices,
  tx: Queryable,
  { userId }: { userId: string },
): Promise<void> {
  const withdrawn = await tx
    .update(lessonProposals)
    .set({ status: 'cancelled', updatedAt: services.clock.now() })
    .where(
      and(
        or(eq(lessonProposals.instructorId, userId), eq(lessonProposals.studentId, userId)),
        inArray(lessonProposals.status, ['pending', 'changes_requested']),
      ),
    )
    .returning({ id: lessonProposals.id, instructorId: lessonProposals.instructorId })
  for (const { id, instructorId } of withdrawn)
    await announceProposal(
      services,
      tx,
      id,
      instructorId === userId ? 'coach_unavailable' : 'student_unavailable',
    )
}
