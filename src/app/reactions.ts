import { askAssistant } from '#features/assistant/turns/commands.ts'
import { announceCancelled } from '#features/bookings/cancellation/emails.ts'
import { announceCompleted } from '#features/bookings/completion/emails.ts'
import { applyPayment } from '#features/bookings/payment/commands.ts'
import { announceConfirmed, announceHoldExpired } from '#features/bookings/payment/emails.ts'
import { announceRefund } from '#features/bookings/refund/emails.ts'
import { announceMoved } from '#features/bookings/reschedule/emails.ts'
import { closeCardDispute, openCardDispute } from '#features/disputes/commands.ts'
import { notifyReader } from '#features/messages/digests/commands.ts'
import { askBackOverpaid } from '#features/payouts/recovery/commands.ts'
import { schedulePayout } from '#features/payouts/schedule/commands.ts'
import { returnCredit } from '#features/proposals/credits/commands.ts'
import { openPackage } from '#features/proposals/packages/commands.ts'
import { recordPackageRefund } from '#features/proposals/refunds/commands.ts'
import type { Reactions } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'

/** What follows from what: everything that runs when something happens to a lesson, its money or a conversation, in this order. */
export const reactions = {
  hold_expired: [announceHoldExpired],
  lesson_confirmed: [openPackage, announceConfirmed],
  lesson_moved: [announceMoved],
  lesson_cancelled: [returnCredit, schedulePayout, announceCancelled],
  lesson_completed: [schedulePayout, announceCompleted],
  refund_owed: [askBackOverpaid],
  refund_sent: [announceRefund],
  package_refunded: [recordPackageRefund],
  payment_heard: [applyPayment],
  payment_disputed: [openCardDispute],
  payment_dispute_closed: [closeCardDispute],
  message_sent: [notifyReader, askAssistant],
} satisfies Reactions<TransactionServices>
