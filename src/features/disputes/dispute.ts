/** Something was wrong with a lesson or its payment: reported here, or by the payer's bank. Pure. */
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

/** The reasons as people choose and read them. */
export const disputeReasonLabels: Record<DisputeReason, string> = {
  service_not_received: 'The lesson did not take place',
  service_unsatisfactory: 'The lesson was not what was promised',
  billing_error: 'The amount is wrong',
  duplicate_charge: 'I was charged twice',
  unauthorized_charge: 'I did not make this payment',
  refund_not_processed: 'A refund has not arrived',
  other: 'Something else',
}

export const disputeStatuses = ['pending', 'investigating', 'resolved', 'rejected'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** The statuses' colours and words, the same for everybody who reads them. */
export const disputeBadges: Record<
  DisputeStatus,
  { tone: 'yellow' | 'blue' | 'green' | 'red'; label: string }
> = {
  pending: { tone: 'yellow', label: 'Pending' },
  investigating: { tone: 'blue', label: 'Investigating' },
  resolved: { tone: 'green', label: 'Resolved' },
  rejected: { tone: 'red', label: 'Rejected' },
}

/** A problem is reported until so many days after the lesson's end. */
export const REPORT_WITHIN_DAYS = 14
const DAY = 86_400_000

export type ReportRefusal = 'not_booked' | 'not_started' | 'too_late' | 'already_reported' | 'more_than_paid'

/**
 * Why a student cannot report a problem now; null when she can: from the lesson's start, for a coach who did not come.
 * @param lesson its start and end, and `now`, in milliseconds since 1970, UTC
 */
export function whyNotReport(
  lesson: { status: string; lessonStart: number; lessonEnd: number },
  now: number,
): Exclude<ReportRefusal, 'already_reported' | 'more_than_paid'> | null {
  if (lesson.status !== 'confirmed' && lesson.status !== 'completed') return 'not_booked'
  if (now < lesson.lessonStart) return 'not_started'
  return now > reportableUntil(lesson.lessonEnd) ? 'too_late' : null
}

/** The last instant at which a problem can be reported. Milliseconds since 1970, UTC. */
export const reportableUntil = (lessonEnd: number) => lessonEnd + REPORT_WITHIN_DAYS * DAY

export const reportRefusalTexts: Record<ReportRefusal, string> = {
  not_booked: 'Only a booked lesson can have a problem to report.',
  not_started: 'This lesson has not begun. You can still cancel or move it.',
  too_late: `Problems are reported within ${REPORT_WITHIN_DAYS} days after a lesson. Please write to support.`,
  already_reported: 'You have reported a problem with this lesson already. We are looking into it.',
  more_than_paid: 'That is more than you paid and did not get back.',
}

export type AnswerRefusal = 'no_problem' | 'already_settled' | 'already_answered'

export const answerRefusalTexts: Record<AnswerRefusal, string> = {
  no_problem: 'No problem was reported with this lesson.',
  already_settled: 'This problem is settled already. Please write to support.',
  already_answered: 'You have told us your side already. To add to it, please write to support.',
}

/** Where the coach's share of a lesson with a problem is: what both sides read follows from it. */
export const shareStates = ['held', 'sent', 'none'] as const
export type ShareState = (typeof shareStates)[number]

/** What a card network calls it (https://docs.stripe.com/disputes/categories), in our words. */
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
