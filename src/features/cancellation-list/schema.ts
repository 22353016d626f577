import { z } from 'zod'
import { askedDayParts, MOST_DATES, seatRequestStatuses } from './cancellation-list.ts'
import { seatRequestSchema } from './seats/schema.ts'

const day = z.iso.date({ message: 'Choose a date' })

/** A request to be notified of times that open on certain dates. */
export const askForTimeSchema = z
  .object({
    instructorId: z.uuid(),
    from: day,
    to: day,
    dayPart: z.enum(askedDayParts).default('any'),
    durationMinutes: z.coerce.number<number | string>().pipe(z.int().min(15).max(480)),
    /** When omitted: any of the coach's places. */
    locationId: z.uuid().optional(),
  })
  .refine(({ from, to }) => from <= to, { message: 'The last date is before the first', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DATES * 86_400_000, {
    message: 'Choose at most 31 days',
    path: ['to'],
  })

const coachSchema = z.object({ id: z.uuid(), label: z.string() })

const requestSchema = z.object({
  id: z.uuid(),
  coach: coachSchema,
  from: day,
  to: day,
  dayPart: z.enum(askedDayParts),
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
  /** For a student who has left the list, a time that was not announced yet is only held until then. */
  expiresAt: z.iso.datetime(),
  /** The student has not left the list. */
  isWaiting: z.boolean(),
})
export type FreedTimeOffer = z.infer<typeof offerSchema>

/** A student's requests, and the times offered to the student now. */
export const ownListSchema = z.object({
  offers: z.array(offerSchema),
  requests: z.array(requestSchema),
  /** The clinics whose seats the student waits for. */
  seatRequests: z.array(seatRequestSchema),
})
export type OwnList = z.infer<typeof ownListSchema>

/** The request that the link in an email refers to, and whether it is still waiting. */
export const leavingRequestSchema = z.object({
  coach: coachSchema,
  /** The clinic whose seats were asked for; null for times of the coach. */
  clinic: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  from: day,
  to: day,
  status: z.enum(seatRequestStatuses),
  /** A time is held for this golfer now; leaving the list does not release it at once. */
  holdsTime: z.boolean(),
})
export type LeavingRequest = z.infer<typeof leavingRequestSchema>

/** A coach's view of the waiting golfers. */
export const coachListSchema = z.object({
  /** Counts of waiting golfers by dates. Without names: the requests were not made to the coach. */
  waiting: z.array(z.object({ from: day, to: day, durationMinutes: z.int(), golfers: z.int() })),
  /** Clinics that students wait for, with the number of students and of the seats they want. */
  clinics: z.array(
    z.object({
      clinicId: z.uuid(),
      title: z.string(),
      start: z.iso.datetime(),
      zone: z.string(),
      golfers: z.int(),
      seats: z.int(),
    }),
  ),
  /** Freed times of future lessons, newest first. */
  freed: z.array(
    z.object({
      id: z.uuid(),
      start: z.iso.datetime(),
      durationMinutes: z.int(),
      zone: z.string(),
      place: z.string(),
      status: z.enum(['offering', 'taken', 'public']),
      /** The number of golfers it has been offered to so far. */
      offeredTo: z.int(),
      /** The student who holds the offer, or took it. */
      student: z.string().nullable(),
      expiresAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type CoachList = z.infer<typeof coachListSchema>
