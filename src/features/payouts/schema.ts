import { z } from 'zod'
import { accountBlocks, holdReasons, payoutAccountStatuses, payoutStatuses } from './payout.ts'
import { timelineKinds } from './timeline.ts'

/** What happened to a lesson's money, oldest first, as the viewer may see it. */
export const timelineSchema = z.array(
  z.object({ kind: z.enum(timelineKinds), at: z.iso.datetime(), amountCents: z.int() }),
)

export const payoutSchema = z.object({
  id: z.uuid(),
  /** The lesson; the first one for a share of a package's lessons that were never taken. */
  bookingId: z.uuid(),
  isOfPackage: z.boolean(),
  title: z.string(),
  studentName: z.string(),
  start: z.iso.datetime(),
  zone: z.string(),
  status: z.enum(payoutStatuses),
  /** What was sent, or what is held now. */
  amountCents: z.int(),
  reversedCents: z.int(),
  dueAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** Why it is still held; null when it is not. */
  holdReason: z.enum(holdReasons).nullable(),
})

export type Payout = z.infer<typeof payoutSchema>

export const payoutListSchema = z.object({
  /** Shares of lessons to come, and of past ones and ended packages not sent yet. */
  heldCents: z.int(),
  /** Sent, less what was taken back. */
  sentCents: z.int(),
  /** How many shares there are on all pages. */
  total: z.int(),
  payouts: z.array(payoutSchema),
})

export type PayoutList = z.infer<typeof payoutListSchema>

/** `none` before a coach has an account. */
export const accountStates = ['none', ...payoutAccountStatuses] as const

export const payoutAccountSchema = z.object({
  status: z.enum(accountStates),
  /** Why it can't be paid; null while it can. */
  blockedBy: z.enum(accountBlocks).nullable(),
  /** By when Stripe must have an answer of the coach's; null when it asks nothing. */
  answerBy: z.iso.datetime().nullable(),
  /** Where the coach teaches: the zone of that day. */
  zone: z.string(),
})

export type PayoutAccountView = z.infer<typeof payoutAccountSchema>
