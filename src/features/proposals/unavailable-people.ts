import { and, eq, inArray, or } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { TransactionServices } from '#ports/services.ts'
import { announceProposal } from './emails.ts'
import { lessonProposals } from './tables.ts'

/**
 * Withdraws all open proposals of a user who is suspended, closes the account or becomes a coach, and notifies
 * the other person. Holds are ended before this, so proposals with a held time are open again.
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
