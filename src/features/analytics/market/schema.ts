import { z } from 'zod'

/** The figures cover this number of months; the current one is the last. */
export const MONTHS = 24
/** The months of the table of students who come back. */
export const COHORT_MONTHS = 12

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
/** The first three characters of a ZIP code, or `none` for places without one. */
const area = z.string().regex(/^([0-9]{3}|[A-Z][0-9][A-Z]|none)$/)

export const marketInput = z.object({
  /** One metropolitan area; all when omitted. */
  area: area.optional(),
  /** With a month, each row is an area in that month. Without one, each row is a month. */
  month: month.optional(),
})
export type MarketInput = z.infer<typeof marketInput>

const row = z.object({
  /** A month or an area. */
  key: z.string(),
  /** The largest city of an area; null for a month. */
  name: z.string().nullable(),
  searches: z.int(),
  withoutResult: z.int(),
  /** ZIP codes that were searched without a result. */
  zipsInVain: z.int(),
  /** What students paid for lessons and other sales of coaches, in cents. */
  grossCents: z.int(),
  /** What the platform kept, in cents; negative when it gave back more. */
  feeCents: z.int(),
  /** What became owed back to students, in cents. */
  refundsCents: z.int(),
  /** Lessons booked on the site and not canceled. */
  lessons: z.int(),
  /** Students whose first lesson it was. */
  firstLessons: z.int(),
  /** Students who booked again after an earlier month. */
  returned: z.int(),
  /** The median number of days from joining to booking the first lesson; null without first lessons. */
  daysToFirst: z.number().nullable(),
  /** Coaches with an opening within 72 hours, on an average recorded day; null without recorded days. */
  openCoaches: z.number().nullable(),
  /** Booked time as a share of the time that coaches offered, from 0 to 1; null without recorded days or offered time. */
  fillRate: z.number().nullable(),
})
export type MarketRow = z.infer<typeof row>

export const marketSchema = z.object({
  rows: z.array(row),
  /** Coaches who are listed now, and of these, coaches with an opening within 72 hours. */
  coaches: z.object({ listed: z.int(), open: z.int() }),
  /** The figures about lessons and money contain everything that happened before this time. */
  updatedAt: z.iso.datetime(),
  /** Whether they contain all earlier months; these are added up some minutes after an upgrade. */
  isComplete: z.boolean(),
})
export type Market = z.infer<typeof marketSchema>

export const cohortsInput = z.object({ area: area.optional() })

export const cohortsSchema = z.array(
  z.object({
    /** The month in which the students booked their first lesson. */
    month,
    /** Students who booked in that month and in each month since. */
    students: z.array(z.int()),
  }),
)
export type Cohort = z.infer<typeof cohortsSchema>[number]
