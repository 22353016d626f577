import { z } from 'zod'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { messageStatuses } from '#features/notifications/message-status.ts'
import { priceLineSchema } from '#features/payments/schema.ts'
import { payoutStatuses } from '#features/payouts/payout.ts'
import { timelineKinds } from '#features/payouts/timeline.ts'
import { writtenText } from '#platform/written-text.ts'
import { disputeReasons } from '../dispute.ts'

export const disputeIdSchema = z.object({ disputeId: z.uuid() })

const explanation = writtenText().trim().max(1000, 'This must be less than 1000 characters').default('')
const changeSchema = disputeIdSchema.extend({
  /** Made by the admin's browser: a repeated request is carried out once. */
  changeId: z.uuid(),
  /** The version of the dispute that the admin saw. */
  version: z.int().min(0),
})

/** A save of a dispute: its status and notes. No money moves. */
export const settleDisputeSchema = changeSchema.extend({
  status: z.enum(disputeStatuses),
  adminNotes: writtenText().trim().max(4000, 'Notes must be less than 4000 characters').default(''),
  /** Shown to both sides when it is settled. */
  explanation,
})
export type SettleDispute = z.output<typeof settleDisputeSchema>

/** A refund to the student, in cents. */
export const refundDisputeSchema = changeSchema.extend({
  amountCents: z.int('Enter an amount, such as 42.50').min(1, 'Enter an amount, such as 42.50'),
  /** The part of the payment that was not refunded yet, as the admin saw it. */
  keptCents: z.int().min(0),
  /** Also marks the dispute as resolved and notifies both sides. */
  resolves: z.boolean(),
  /** Shown to both sides when it is resolved. */
  explanation,
})
export type RefundDispute = z.output<typeof refundDisputeSchema>

const instant = z.iso.datetime()

/** A dispute with all of its evidence. */
export const evidenceSchema = z.object({
  dispute: z.object({
    id: z.uuid(),
    source: z.enum(['student', 'card_network']),
    status: z.enum(disputeStatuses),
    reason: z.enum(disputeReasons),
    details: z.string().nullable(),
    amountCents: z.int(),
    lessonTitle: z.string(),
    studentId: z.uuid(),
    studentName: z.string(),
    studentEmail: z.string(),
    /** Null when no coach has a part in what was bought. */
    instructorId: z.uuid().nullable(),
    instructorName: z.string().nullable(),
    instructorEmail: z.string().nullable(),
    coachAnswer: z.string().nullable(),
    coachAnsweredAt: instant.nullable(),
    adminNotes: z.string().nullable(),
    resolvedBy: z.string().nullable(),
    resolvedAt: instant.nullable(),
    bankOutcome: z.enum(['won', 'lost']).nullable(),
    createdAt: instant,
    version: z.int(),
  }),
  /** Null when something without a lesson was bought. */
  lesson: z
    .object({
      bookingId: z.uuid(),
      bookingNumber: z.string(),
      /** Who played, when it was not the student. */
      playedBy: z.string().nullable(),
      start: instant,
      durationMinutes: z.int(),
      zone: z.string(),
      place: z.string(),
      status: z.string(),
      noShow: z.boolean(),
      bookedAt: instant,
      cancelledAt: instant.nullable(),
      completedAt: instant.nullable(),
      /** The cancellation terms at the time of booking: the rule and the resulting dates. */
      terms: z.string(),
      termsInDates: z.string(),
    })
    .nullable(),
  money: z.object({
    paidCents: z.int(),
    priceLines: z.array(priceLineSchema),
    owedBackCents: z.int(),
    /** The amount that can still be refunded. */
    keptCents: z.int(),
    /** The same of the whole package when the payer's bank disputes the payment for it; refunds here are of one lesson. */
    ofPackage: z.object({ paidCents: z.int(), owedBackCents: z.int(), keptCents: z.int() }).nullable(),
    /** The price and its discount, from which the coach's part of a refund is computed. */
    sale: z.object({
      amountCents: z.int(),
      discountCents: z.int(),
      discountFundedBy: z.enum(['platform', 'coach', 'shared']).nullable(),
    }),
    /** False when the lesson was not paid through Greenside. */
    isOurs: z.boolean(),
    /** Whether the payer's bank is still deciding about this payment, so that nothing can be refunded. */
    isAtBank: z.boolean(),
    method: z.string().nullable(),
    timeline: z.array(z.object({ kind: z.enum(timelineKinds), at: instant, amountCents: z.int() })),
    refunds: z.array(
      z.object({
        amountCents: z.int(),
        reason: z.string(),
        isSent: z.boolean(),
        requestedAt: instant,
        error: z.string().nullable(),
      }),
    ),
    payout: z
      .object({
        status: z.enum(payoutStatuses),
        amountCents: z.int().nullable(),
        dueAt: instant,
        sentAt: instant.nullable(),
      })
      .nullable(),
  }),
  messages: z.array(
    z.object({
      id: z.uuid(),
      at: instant,
      from: z.enum(['student', 'coach', 'assistant']),
      name: z.string(),
      content: z.string(),
      files: z.int(),
    }),
  ),
  /** The number of messages around the lesson beyond the listed ones. */
  moreMessages: z.int(),
  letters: z.array(
    z.object({
      at: instant,
      channel: z.enum(['email', 'text']),
      to: z.string(),
      words: z.string(),
      status: z.enum(messageStatuses),
    }),
  ),
  moves: z.array(z.object({ at: instant, by: z.string(), from: instant, to: instant })),
  history: z.array(
    z.object({
      id: z.uuid(),
      at: instant,
      /** The person who made the change; null: the payer's bank. */
      by: z.string().nullable(),
      from: z.enum(disputeStatuses),
      to: z.enum(disputeStatuses),
      notes: z.string().nullable(),
      explanation: z.string().nullable(),
      refundCents: z.int(),
    }),
  ),
  /** The number of other disputes of the same student and of the same coach. */
  others: z.object({ ofStudent: z.int(), ofCoach: z.int() }),
})
export type Evidence = z.infer<typeof evidenceSchema>

export const evidencePackSchema = z.object({
  fileName: z.string(),
  html: z.string(),
  /** SHA-256 of the file's bytes, in hexadecimal. */
  sha256: z.string(),
})
