import { sql } from 'drizzle-orm'
import { formatMoney } from '#platform/money.ts'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { readEarnedCents } from './earnings.ts'

export const payoutsOwnData: OwnData = {
  /** A coach with unsent earnings cannot close the account, because the money has to be sent to someone. */
  async whyStay(tx, userId, _now, answers) {
    const cents = await readEarnedCents(answers, tx, userId)
    if (cents <= 0) return null
    return {
      reason: 'payouts_owed',
      texts: {
        owner: `${formatMoney(cents)} is still on its way to you. Try again when it has arrived. Earnings & Payouts shows the date.`,
        admin: `${formatMoney(cents)} is still on its way to this coach. Try again when it has arrived. Payments shows the date.`,
      },
    }
  },

  // A new password changes no bank account: the processor verifies the identity of its owner. The new owner
  // of a claimed account connects their own.
  endAccess: ({ userId, isClaimed }) =>
    isClaimed
      ? [
          {
            name: 'the account for payouts',
            statement: sql`delete from payout_accounts where instructor_id = ${userId}::uuid`,
          },
        ]
      : [],

  export: (db, id) =>
    readParts(db, {
      payouts: sql`
        select booking_id, payment_id, package_id is not null as for_lessons_not_taken, round(amount_cents / 100.0, 2) as amount, status,
          due_at, sent_at from payouts
        where instructor_id = ${id} order by created_at`,
      payout_account: sql`
        select provider_account_id, status, blocked_by, answer_by, created_at from payout_accounts where instructor_id = ${id}`,
    }),
}
