import { z } from 'zod'
import {
  BEACON_EVENTS,
  bareReferrer,
  coachActions,
  LIST_COACHES,
  vitalNames,
  vitalRatings,
} from './tracking.ts'

const id = z.uuid()
/** An address within the product, without query and fragment. PostgreSQL keeps neither NUL nor half a character. */
const path = z.string().regex(/^\/[^\s?#\p{Cc}\p{Cs}]{0,299}$/u)
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

const view = z.object({
  kind: z.literal('view'),
  id,
  path,
  referrer: line(2_000).nullish().transform(bareReferrer),
})

const beat = z.object({
  kind: z.literal('beat'),
  viewId: id,
  /** Seconds that the page was visible so far. */
  seconds: z.int().min(0).max(86_400),
  exitPath: path,
})

const list = z.object({
  kind: z.literal('list'),
  query: line(60).nullable(),
  filters: z
    .record(line(40), z.union([line(200), z.number(), z.boolean()]))
    .refine((filters) => Object.keys(filters).length <= 20),
  firstPosition: z.int().min(1).max(100_000),
  coachIds: z.array(id).min(1).max(LIST_COACHES),
})

const click = z.object({ kind: z.literal('click'), id, coachId: id, action: z.enum(coachActions) })

const search = z.object({
  kind: z.literal('search'),
  id,
  zip: z.string().regex(/^\d{5}$/),
  resultsCount: z.int().min(0).max(1_000_000),
})

const vital = z.object({
  kind: z.literal('vital'),
  id,
  name: z.enum(vitalNames),
  /** Milliseconds; for CLS a score. */
  value: z.number().min(0).max(3_600_000),
  rating: z.enum(vitalRatings),
  path,
})

/** What a browser may tell us in one go. Who and which session it is are not among it: those the server knows. */
export const beaconSchema = z.object({
  events: z
    .array(z.discriminatedUnion('kind', [view, beat, list, click, search, vital]))
    .min(1)
    .max(BEACON_EVENTS),
})

export type BeaconEvent = z.output<typeof beaconSchema>['events'][number]
