import { z } from 'zod'
import { dayParts, MOST_DATES, requestStatuses } from './cancellation-list.ts'

const day = z.iso.date({ message: 'Choose a date' })

/** What somebody wants to hear of: times that open on some dates. */
export const askForTimeSchema = z
  .object({
    instructorId: z.uuid(),
    from: day,
    to: day,
    dayPart: z.enum(dayParts).default('any'),
    durationMinutes: z.coerce.number<number | string>().pipe(z.int().min(15).max(480)),
    /** Any place of the coach's when left out. */
    locationId: z.uuid().optional(),
  })
  .refine(({ from, to }) => from <= to, { message: 'The last date is before the first', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DATES * 86_400_000, {
    message: 'At most 31 days at once',
    path: ['to'],
  })

const coachSchema = z.object({ id: z.uuid(), label: z.string() })

const requestSchema = z.object({
  id: z.uuid(),
  coach: coachSchema,
  from: day,
  to: day,
  dayPart: z.enum(dayParts),
  durationMinutes: z.int(),
  /** Null: all places. */
  place: z.string().nullable(),
  locationId: z.uuid().nullable(),
})

const offerSchema = z.object({
  id: z.uuid(),
  coach: coachSchema,
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  place: z.string(),
  locationId: z.uuid().nullable(),
  priceCents: z.int(),
  expiresAt: z.iso.datetime(),
})
export type FreedTimeOffer = z.infer<typeof offerSchema>

/** What a student waits for, and what is offered to them now. */
export const ownListSchema = z.object({
  offers: z.array(offerSchema),
  requests: z.array(requestSchema),
})
export type OwnList = z.infer<typeof ownListSchema>

/** What the link in a letter is about: the list of a coach, and whether one still waits. */
export const leavingRequestSchema = z.object({
  coach: coachSchema,
  from: day,
  to: day,
  status: z.enum(requestStatuses),
  /** A time of hers is held for them now; leaving the list does not give it up. */
  holdsTime: z.boolean(),
})
export type LeavingRequest = z.infer<typeof leavingRequestSchema>

/** What a coach sees of the golfers who wait for her. */
export const coachListSchema = z.object({
  /** Golfers who wait, by their dates; no names: they asked us, not the coach. */
  waiting: z.array(z.object({ from: day, to: day, durationMinutes: z.int(), golfers: z.int() })),
  /** Freed times of lessons that are still ahead, the newest first. */
  freed: z.array(
    z.object({
      id: z.uuid(),
      start: z.iso.datetime(),
      durationMinutes: z.int(),
      zone: z.string(),
      place: z.string(),
      status: z.enum(['offering', 'taken', 'public']),
      /** To how many golfers it was offered so far. */
      offeredTo: z.int(),
      /** Who has it, or took it. */
      student: z.string().nullable(),
      expiresAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type CoachList = z.infer<typeof coachListSchema>
