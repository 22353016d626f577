import type { DisputeStatus } from '#features/bookings/problem-window.ts'

/** Pure; the dispute desk offers only what the server allows. */
export const isSettled = (status: DisputeStatus) => status === 'resolved' || status === 'rejected'

/**
 * Whether an admin may set this status: a chargeback is settled only by the bank, and its decision cannot be
 * reopened.
 */
export const maySetStatus = (
  dispute: { source: 'student' | 'card_network'; status: DisputeStatus },
  status: DisputeStatus,
): boolean =>
  dispute.source !== 'card_network' ||
  status === dispute.status ||
  (!isSettled(status) && !isSettled(dispute.status))
