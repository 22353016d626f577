import { z } from 'zod'
import { vitalNames } from '#features/tracking/tracking.ts'
import { lengthOf, MOST_DAYS } from './period.ts'

const day = z.iso.date()

/** Days in New York, both inclusive. */
export const daysInput = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day comes before the first' })
  .refine((days) => lengthOf(days) <= MOST_DAYS, {
    path: ['from'],
    message: `Please choose at most ${MOST_DAYS} days`,
  })

/** The funnel from a visit to a paid lesson, in order. */
export const funnelSteps = ['visited', 'searched', 'opened', 'asked', 'booked', 'paid'] as const
export type FunnelStep = (typeof funnelSteps)[number]

const totals = z.object({
  visits: z.int(),
  /** Visits of signed-in users. */
  signedIn: z.int(),
  views: z.int(),
  /** Average number of seconds a page was visible; null when no durations were reported. */
  secondsAView: z.number().nullable(),
})

/** Visits marked as tests are excluded, except from the web vitals, which are not linked to a visit. */
export const trafficSchema = z.object({
  days: z.array(z.object({ date: day, visits: z.int(), signedIn: z.int(), views: z.int() })),
  totals,
  /** Totals of the same number of days just before. */
  before: totals,
  /** The number of visits that reached each step or a later one. */
  funnel: z.array(z.object({ step: z.enum(funnelSteps), visits: z.int() })),
  pages: z.array(z.object({ path: z.string(), views: z.int(), visits: z.int() })),
  sources: z.array(z.object({ source: z.string(), visits: z.int() })),
  /** The 75th percentile of each web vital (milliseconds; CLS is a score). */
  vitals: z.array(
    z.object({ name: z.enum(vitalNames), p75: z.number(), goodPercent: z.number(), measured: z.int() }),
  ),
})
export type Traffic = z.infer<typeof trafficSchema>

export const periodInput = z.object({ period: z.enum(['7', '28', '90', '365']) })

export const peopleSchema = z.object({
  /** Users with an account who visited. */
  active: z.int(),
  /** Of these, users who visited on more than one day. */
  cameBack: z.int(),
  /** Accounts created in these days. */
  joined: z.int(),
  /** Of these, users who have booked a lesson since. */
  joinedAndBooked: z.int(),
})
export type People = z.infer<typeof peopleSchema>

export const topSearchesSchema = z.array(
  z.object({
    query: z.string(),
    searches: z.int(),
    withoutResult: z.int(),
    /** The first and last day that is counted. */
    days: z.object({ from: day, to: day }),
  }),
)

export const markSearchInput = z.object({ searchId: z.uuid(), isTest: z.boolean() })
