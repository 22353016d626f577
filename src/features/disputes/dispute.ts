import type { DisputeStatus } from '#features/bookings/problem-window.ts'

/** Problems with a lesson or its payment, reported by students or by the payer's bank. Pure. */
export const disputeReasons = [
  'service_not_received',
  'service_unsatisfactory',
  'billing_error',
  'duplicate_charge',
  'unauthorized_charge',
  'refund_not_processed',
  'other',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** The labels of the reasons. */
export const disputeReasonLabels: Record<DisputeReason, string> = {
  service_not_received: 'The lesson did not take place',
  service_unsatisfactory: 'The lesson was not as described',
  billing_error: 'The amount is wrong',
  duplicate_charge: 'I was charged twice',
  unauthorized_charge: 'I did not make this payment',
  refund_not_processed: 'A refund has not arrived',
  other: 'Something else',
}

/** Color and label of each status, the same for every reader. */
export const disputeBadges: Record<
  DisputeStatus,
  { tone: 'yellow' | 'blue' | 'green' | 'red'; label: string }
> = {
  pending: { tone: 'yellow', label: 'Pending' },
  investigating: { tone: 'blue', label: 'Investigating' },
  resolved: { tone: 'green', label: 'Resolved' },
  rejected: { tone: 'red', label: 'Rejected' },
}

export type AnswerRefusal = 'no_problem' | 'already_settled' | 'already_answered'

export const answerRefusalTexts: Record<AnswerRefusal, string> = {
  no_problem: 'No problem was reported with this lesson.',
  already_settled: 'This problem is already settled. Please write to support.',
  already_answered: 'You already sent your answer. To add to it, please write to support.',
}

/**
 * The coach has this many days after the report to answer. A later answer is accepted while the problem is
 * open.
 */
const ANSWER_WITHIN_DAYS = 5

/** The deadline for the coach's answer, in milliseconds since 1970, UTC. */
export const answerBy = (reportedAt: number) => reportedAt + ANSWER_WITHIN_DAYS * 86_400_000

/** The state of the coach's share of a disputed lesson; the texts for both sides depend on it. */
export const shareStates = ['held', 'sent', 'none'] as const
export type ShareState = (typeof shareStates)[number]

/** Maps the reason code of a card network (https://docs.stripe.com/disputes/categories) to our reasons. */
export function reasonOfCardNetwork(reason: string): DisputeReason {
  const known: Record<string, DisputeReason> = {
    product_not_received: 'service_not_received',
    product_unacceptable: 'service_unsatisfactory',
    duplicate: 'duplicate_charge',
    fraudulent: 'unauthorized_charge',
    unrecognized: 'unauthorized_charge',
    debit_not_authorized: 'unauthorized_charge',
    credit_not_processed: 'refund_not_processed',
    incorrect_account_details: 'billing_error',
  }
  return known[reason] ?? 'other'
}
