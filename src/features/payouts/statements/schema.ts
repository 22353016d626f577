import { z } from 'zod'
import { soldAs } from '#features/payments/sold-as.ts'
import { statementKinds } from './statement-amounts.ts'
import { statementColumns } from './statement-columns.ts'

const year = z.coerce.number().int().min(2000).max(2200)
const month = z.coerce.number().int().min(1).max(12)

/** A year of a coach; defaults to the current one in the coach's zone. */
export const statementInput = z.object({ year: year.optional() })

export const LINES_PER_PAGE = 50

export const statementLinesInput = z.object({
  year,
  /** 1 to 12; the whole year when omitted. */
  month: month.optional(),
  /** Only lines that contribute to this column. */
  of: z.enum(statementColumns).optional(),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
})

export const statementFileInput = z.object({ year, month: month.optional() })

const amounts = {
  grossCents: z.int(),
  feesCents: z.int(),
  refundsCents: z.int(),
  netCents: z.int(),
  paidOutCents: z.int(),
  directCents: z.int(),
}

export const statementSchema = z.object({
  year: z.int(),
  /** Years with at least one line, newest first, and the current one. */
  years: z.array(z.int()),
  zone: z.string(),
  total: z.object(amounts),
  /** January to December. */
  months: z.array(z.object({ month: z.int(), ...amounts })),
  /**
   * The last month that has started: the current one of this year, December of a past year, 0 of a future
   * year.
   */
  lastMonth: z.int().min(0).max(12),
  /** The amount held now: everything earned and not sent, over all years. */
  heldCents: z.int(),
  /** All lessons taught in the year, paid through Greenside or to the coach directly. */
  taught: z.object({ revenueCents: z.int(), paidHereCents: z.int(), directCents: z.int() }),
})
export type Statement = z.infer<typeof statementSchema>

/** What happens next with the money of a line's lesson, and when. */
const nextSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('lesson'), at: z.iso.datetime() }),
  z.object({ what: z.literal('completion'), at: z.iso.datetime() }),
  z.object({ what: z.literal('answer') }),
  z.object({ what: z.literal('package') }),
  z.object({ what: z.literal('payout'), at: z.iso.datetime() }),
  z.object({ what: z.literal('sending') }),
  z.object({ what: z.literal('problem') }),
  z.object({ what: z.literal('account') }),
  z.object({ what: z.literal('suspension') }),
  z.object({ what: z.literal('sent'), at: z.iso.datetime() }),
  z.object({ what: z.literal('nothing') }),
])
export type Next = z.infer<typeof nextSchema>

export const statementLineSchema = z.object({
  id: z.uuid(),
  kind: z.enum(statementKinds),
  at: z.iso.datetime(),
  /** Null for something without a lesson. */
  bookingId: z.uuid().nullable(),
  /** What its money was paid for; `lesson_package` when a package was paid with its first lesson. */
  soldAs: z.enum(soldAs),
  title: z.string(),
  studentName: z.string(),
  start: z.iso.datetime(),
  zone: z.string(),
  next: nextSchema,
  ...amounts,
})
export type StatementLine = z.infer<typeof statementLineSchema>

export const statementLinesSchema = z.object({
  total: z.int(),
  /** The sum of all lines on all pages. */
  sum: z.object(amounts),
  lines: z.array(statementLineSchema),
})
