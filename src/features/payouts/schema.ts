import { z } from 'zod'
import { soldAs } from '#features/payments/sold-as.ts'
import { accountBlocks, holdReasons, payoutAccountStatuses, payoutStatuses } from './payout.ts'
import { timelineKinds } from './timeline.ts'

/** What happened to a lesson's money, oldest first, as the viewer may see it. */
export const moneyTimelineSchema = z.array(
  z.object({
    kind: z.enum(timelineKinds),
    at: z.iso.datetime(),
    amountCents: z.int(),
    /** For admins, of movements: what the lesson's money with us gained or lost, and how much of it there was afterwards. */
    changeCents: z.int().optional(),
    balanceCents: z.int().optional(),
  }),
)

export const payoutSchema = z.object({
  id: z.uuid(),
  /** The lesson; the first one for a share of a package's lessons that were never taken; null without a lesson. */
  bookingId: z.uuid().nullable(),
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

const earnedLesson = {
  bookingId: z.uuid(),
  soldAs: z.enum(soldAs),
  title: z.string(),
  studentName: z.string(),
  start: z.iso.datetime(),
  /** Of the lesson's place. */
  zone: z.string(),
}

const heldLessonSchema = z.object({
  ...earnedLesson,
  /** Of the lesson, or of the payment for something without one. */
  id: z.uuid(),
  bookingId: z.uuid().nullable(),
  /** What is left of an ended package, not of one lesson. */
  isOfPackage: z.boolean(),
  cents: z.int(),
  /** For what it waits: its day, the lesson and its completion, the coach's answer, a decision, the coach's account, the end of a suspension; or Stripe is sending it, or takes it back after a refund. */
  waits: z.enum(['due', 'lesson', 'answer', 'problem', 'account', 'suspension', 'sending', 'taken_back']),
  /** When it goes out, at the latest where the coach has not marked the lesson as taught. */
  at: z.iso.datetime(),
})
export type HeldLessonShare = z.infer<typeof heldLessonSchema>

/** All that is held for a coach, the next to go out first. */
export const heldMoneySchema = z.object({
  heldCents: z.int(),
  /** The coach's, for days. */
  zone: z.string(),
  lessons: z.array(heldLessonSchema),
  /** What goes out on the next such day; null where nothing is dated. */
  next: z
    .object({
      date: z.iso.date(),
      /** When it is usually at the coach's bank. */
      arrivesOn: z.iso.date(),
      cents: z.int(),
      /** The ids of what is sent. */
      ids: z.array(z.uuid()),
      /** No lesson of it is still to be completed. */
      isCertain: z.boolean(),
    })
    .nullable(),
})
export type HeldMoney = z.infer<typeof heldMoneySchema>

const taughtLessonSchema = z.object({
  ...earnedLesson,
  /** Settled between the two, outside of Greenside. */
  isPaidDirectly: z.boolean(),
  noShow: z.boolean(),
  /** What stays paid for it. */
  revenueCents: z.int(),
  shareCents: z.int(),
})
export type TaughtLesson = z.infer<typeof taughtLessonSchema>

/** The lessons a coach taught this year, newest first. */
export const taughtYearSchema = z.object({
  year: z.int(),
  /** Paid here and paid directly. */
  revenueCents: z.int(),
  paidHereCents: z.int(),
  /** The coach's part of what was paid here. */
  shareCents: z.int(),
  directCents: z.int(),
  lessons: z.array(taughtLessonSchema),
})
export type TaughtYear = z.infer<typeof taughtYearSchema>
