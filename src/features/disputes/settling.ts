import type { DisputeStatus } from '#features/bookings/problem-window.ts'

/** Pure; the desk offers what the server allows. */
export const isSettled = (status: DisputeStatus) => status === 'resolved' || status === 'rejected'

/** Whether an admin may give a dispute a status: only a bank settles a chargeback, and nobody reopens what it decided. */
export const maySetStatus = (
  dispute: { source: 'student' | 'card_network'; status: DisputeStatus },
  status: DisputeStatus,
): boolean =>
  dispute.source !== 'card_network' ||
  status === dispute.status ||
  (!isSettled(status) && !isSettled(dispute.status))
