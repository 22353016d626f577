import { askAssistant } from '#features/assistant/turns/commands.ts'
import { applyPayment } from '#features/checkout/payment-events.ts'
import { refundCancelled } from '#features/checkout/refunds.ts'
import { closeCardDispute, openCardDispute } from '#features/disputes/commands.ts'
import {
  announceCancelled,
  announceCompleted,
  announceConfirmed,
  announceHoldExpired,
  announceMoved,
  announceRefund,
} from '#features/lesson-letters/emails.ts'
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
  lesson_cancelled: [refundCancelled, returnCredit, schedulePayout, announceCancelled],
  lesson_completed: [schedulePayout, announceCompleted],
  refund_owed: [askBackOverpaid],
  refund_sent: [announceRefund],
  package_refunded: [recordPackageRefund],
  payment_heard: [applyPayment],
  payment_disputed: [openCardDispute],
  payment_dispute_closed: [closeCardDispute],
  message_sent: [notifyReader, askAssistant],
} satisfies Reactions<TransactionServices>
