import { z } from 'zod'
import { reachable } from '#features/accounts/schema.ts'
import { ownLengthSchema } from '#features/availability/own-times/schema.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { golferField } from '#features/golfers/schema.ts'
import { giftCentsField } from '#features/payments/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { clinicLevels, clinicLimits, clinicStates } from './clinic.ts'

const { leastSeats, mostSeats, dates, title, description, seatsAtOnce } = clinicLimits
const wallTime = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Choose a time at a quarter of an hour')
const age = z.int('Whole years only').min(3, 'At least 3').max(99, 'At most 99').nullable()

/** A clinic as its coach describes it. Dates and times are local to the place. */
export const saveClinicSchema = z
  .object({
    /** The clinic to change; a new draft when omitted. */
    clinicId: z.uuid().optional(),
    /** The id for a new draft, chosen by its form: saved again, for example after a lost answer, it changes the draft it stored. */
    newClinicId: z.uuid().optional(),
    /** The tag of the clinic that the change is based on; pages of the previous version send none. */
    basedOn: z.string().max(64).optional(),
    title: writtenLine()
      .trim()
      .min(1, 'Enter a title')
      .max(title, `Title must be less than ${title} characters`)
      .refine((text) => !reachable.test(text), 'A title cannot have a web address or a phone number in it'),
    description: writtenText()
      .trim()
      .max(description, `Description must be less than ${description} characters`),
    /** Null only for a published clinic whose place is no longer one of the coach's. */
    placeId: z.uuid('Choose a place').nullable(),
    dates: z
      .array(
        z.object({
          date: z.iso.date({ message: 'Choose a date' }),
          time: wallTime,
          durationMinutes: ownLengthSchema,
        }),
      )
      .min(1, 'Add a date')
      .max(dates, `At most ${dates} dates`),
    priceCents: z.int().min(100, 'At least $1').max(1_000_000, 'At most $10,000'),
    seats: z
      .int('Whole seats only')
      .min(leastSeats, `At least ${leastSeats} seats`)
      .max(mostSeats, `At most ${mostSeats} seats`),
    minimum: z.int('Whole participants only').min(1, 'At least 1').max(mostSeats, `At most ${mostSeats}`),
    /** The date on which the minimum is checked, at noon; required with a minimum above 1. */
    decideOn: z.iso.date({ message: 'Choose a date' }).nullable(),
    youngest: age,
    oldest: age,
    level: z.enum(clinicLevels),
  })
  .superRefine(({ seats, minimum, decideOn, youngest, oldest }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (minimum > seats) say('minimum', 'The minimum cannot be more than the seats')
    if (minimum > 1 && decideOn === null) say('decideOn', 'Choose the day on which you decide')
    if (youngest !== null && oldest !== null && youngest > oldest)
      say('oldest', 'The oldest cannot be younger than the youngest')
  })
export type SaveClinicInput = z.infer<typeof saveClinicSchema>

const clinicFields = {
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  place: z.string(),
  address: z.string().nullable(),
  zone: z.string(),
  /** Ascending; a camp has several. */
  dates: z.array(z.object({ start: z.iso.datetime(), end: z.iso.datetime() })),
  /** A seat, for all dates together. */
  priceCents: z.int(),
  seats: z.int(),
  /** Where one clinic is read, includes the seats that its reader holds and has not paid. */
  seatsLeft: z.int(),
  minimum: z.int(),
  /** When the minimum is checked; null when there is none, or once it was reached. */
  decideAt: z.iso.datetime().nullable(),
  youngest: z.int().nullable(),
  oldest: z.int().nullable(),
  level: z.enum(clinicLevels),
}

/** A clinic as everybody sees it; it never names participants. */
export const clinicSchema = z.object({
  ...clinicFields,
  state: z.enum(clinicStates),
  coach: z.object({ id: z.uuid(), name: z.string(), label: z.string() }),
  cancellationPolicy: z.enum(cancellationPolicies),
})
export type Clinic = z.infer<typeof clinicSchema>

/** A clinic as its coach sees it. */
export const ownClinicSchema = z.object({
  ...clinicFields,
  /** The tag of what the coach can change. */
  tag: z.string(),
  status: z.enum(['draft', 'published', 'cancelled']),
  hasBegun: z.boolean(),
  placeId: z.uuid().nullable(),
  /** Paid seats, and seats that wait for their payment. */
  sold: z.int(),
  held: z.int(),
  /** As typed: local to the place. */
  form: z.object({
    dates: z.array(z.object({ date: z.string(), time: z.string(), durationMinutes: z.int() })),
    decideOn: z.string().nullable(),
  }),
})
export type OwnClinic = z.infer<typeof ownClinicSchema>

/** Clinics of a coach listed at once, and by each press of the button for more. */
export const CLINICS_AT_ONCE = 100

/** Optional as a whole: pages of the previous version send nothing. */
export const ownClinicsInput = z
  .object({
    most: z.coerce.number().int().min(1).max(10_000).default(CLINICS_AT_ONCE),
    /** A clinic that is listed in any case. */
    clinicId: z.uuid().optional(),
  })
  .prefault({})
export type OwnClinicsInput = z.infer<typeof ownClinicsInput>

/** A person who has a seat; visible to the coach alone. */
export const participantSchema = z.object({
  bookingId: z.uuid(),
  name: z.string(),
  /** `turns 12 in 2026`, for children. */
  age: z.string().nullable(),
  /** Who bought the seat, when it is not the participant. */
  bookedBy: z.string().nullable(),
  state: z.enum(['booked', 'held', 'cancelled']),
})
export type Participant = z.infer<typeof participantSchema>

export const buySeatsSchema = z.object({
  clinicId: z.uuid(),
  /** One seat each: golfers of the account, or null for its owner. */
  players: z
    .array(golferField)
    .min(1, 'Choose who takes part')
    .max(seatsAtOnce, `At most ${seatsAtOnce} seats at once`)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Each person has one seat'),
  /** The price of a seat and the terms that the student saw. */
  expectedPriceCents: z.int(),
  expectedPolicy: z.enum(cancellationPolicies),
  /**
   * The part of the price of all seats to take from the student's gift cards, in cents, as shown to the student; when another part can
   * be taken, nothing is held.
   */
  giftCents: giftCentsField.optional(),
})
export type BuySeatsInput = z.infer<typeof buySeatsSchema>

export const heldSeatsSchema = z.object({
  bookingIds: z.array(z.uuid()),
  checkoutUrl: z.string(),
  priceCents: z.int(),
  holdExpiresAt: z.iso.datetime(),
})
