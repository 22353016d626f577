import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { NOBODY, type OwnData, readParts } from '#platform/own-data.ts'
import { paymentDisputes } from './tables.ts'

/** Condition: problems that are not settled, and chargebacks that the bank has not decided. */
const isOpen = or(
  inArray(paymentDisputes.status, ['pending', 'investigating']),
  and(eq(paymentDisputes.source, 'card_network'), isNull(paymentDisputes.bankOutcome)),
)

export const disputesOwnData: OwnData = {
  /**
   * An open dispute blocks closing a coach's account: the coach has to answer it, and a share that was sent
   * may have to be returned.
   */
  async whyStay(tx, userId) {
    const open = await tx
      .select({ id: paymentDisputes.id })
      .from(paymentDisputes)
      .where(and(eq(paymentDisputes.instructorId, userId), isOpen))
      .limit(1)
    if (open.length === 0) return null
    return {
      reason: 'problem_open',
      texts: {
        owner: 'A problem with one of your lessons is not settled yet. Delete your account when it is.',
        admin: 'A problem with one of this coach’s lessons is not settled yet. Settle it first.',
      },
    }
  },

  /** Problems reported by the student are still decided after the account is closed. */
  async whatEnds(db, userId) {
    const open = await db
      .select({ title: paymentDisputes.lessonTitle })
      .from(paymentDisputes)
      .where(and(eq(paymentDisputes.studentId, userId), isOpen))
      .orderBy(paymentDisputes.createdAt)
    return open.map(({ title }) => ({
      text: `The problem reported with “${title}” is still decided. A refund goes to the original payment method.`,
      refundCents: 0,
    }))
  },

  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`update payment_disputes set student_name = ${NOBODY}, student_email = '' where student_id = ${id}`,
      sql`update payment_disputes set instructor_name = ${NOBODY}, instructor_email = '' where instructor_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      problems_you_reported: sql`
        select booking_id, lesson_title, dispute_reason as reason, dispute_details as details, status, created_at, resolved_at
        from payment_disputes where student_id = ${id} and source = 'student' order by created_at`,
    }),
}
