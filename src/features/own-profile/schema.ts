import { z } from 'zod'
import { questionsField } from '#features/bookings/intake/schema.ts'
import { playingLengths } from '#features/bookings/lesson-kinds.ts'
import {
  firstPlaceSchema as placeStepSchema,
  teachingSchema,
  youSchema,
} from '#features/onboarding/schema.ts'
import { writtenLine, writtenText } from '#platform/written-text.ts'
import { profileLimits } from './profile-limits.ts'

const { specialties: mostSpecialties, credentials: mostCredentials } = profileLimits

/** List items without duplicates, ignoring case. */
const lines = (most: number, longest: number, name: string) =>
  z
    .array(
      writtenLine()
        .trim()
        .min(1, `${name} is empty`)
        .max(longest, `${name} must be less than ${longest} characters`),
    )
    .max(most, `At most ${most} of them`)
    .superRefine((given, context) => {
      for (const [at, line] of given.entries())
        if (given.slice(0, at).some((other) => other.toLowerCase() === line.toLowerCase()))
          context.addIssue({ code: 'custom', path: [at], message: 'This is in the list already' })
    })

/** Dollars as typed; empty when it is not offered. */
const priceOrNone = z.union([z.literal(''), teachingSchema.shape.hourlyRate])

/** The profile's fields as typed. Money in dollars. */
export const profileWordsSchema = z
  .object({
    displayName: youSchema.shape.displayName,
    bio: writtenText().trim().max(4000, 'About you must be less than 4000 characters'),
    gender: youSchema.shape.gender,
    years: youSchema.shape.years,
    location: writtenLine().trim().max(100, 'Location must be less than 100 characters'),
    specialties: lines(mostSpecialties, 40, 'Specialty'),
    launchMonitor: teachingSchema.shape.launchMonitor,
    credentials: lines(mostCredentials, 120, 'Credential'),
    facilityTypes: placeStepSchema.shape.facilityTypes,
    hourlyRate: teachingSchema.shape.hourlyRate,
    durations: z
      .array(z.int().min(15).max(480).multipleOf(15))
      .min(1, 'Choose at least one length')
      .max(10)
      .refine((given) => new Set(given).size === given.length, 'Choose each length only once'),
    groupRate: priceOrNone,
    groupSize: z
      .int()
      .min(2, 'A group has at least two players')
      .max(12, 'A group has at most twelve players'),
    /** Groups book at open times; otherwise on request. */
    groupBookable: z.boolean(),
    playingRate: priceOrNone,
    /** Minutes; null: on request. */
    playingMinutes: z
      .int()
      .refine((minutes) => playingLengths.some((one) => one === minutes), 'Choose one of the lengths')
      .nullable(),
    isVisible: z.boolean(),
    instantBookEnabled: z.boolean(),
    /** Unchanged when omitted. */
    questions: questionsField.optional(),
  })
  .strip()

export type ProfileWords = z.output<typeof profileWordsSchema>

/** The tag the edit is based on; the request is rejected when another window has saved since. */
const basedOn = z.string().max(64)

export const saveProfileSchema = z.object({ basedOn, words: profileWordsSchema })

export const placeHours = ['own', 'regular'] as const

/** A place as typed. Town, map location and zone are derived from the ZIP code. */
export const placeFormSchema = z.object({
  locationName: placeStepSchema.shape.locationName,
  address: placeStepSchema.shape.address,
  zip: placeStepSchema.shape.zip,
  /** Lessons there depend on the weather. When omitted: unchanged, and true for a new place. */
  isOutdoor: z.boolean().optional(),
})
export type PlaceForm = z.output<typeof placeFormSchema>

export const addPlaceSchema = placeFormSchema.extend({
  isPrimary: z.boolean().default(false),
  /** The weekly hours that count there: only hours of its own calendars, or also the regular ones. */
  hours: z.enum(placeHours).default('own'),
})
export const changePlaceSchema = placeFormSchema.extend({ placeId: z.uuid(), basedOn })

/** What happens to weekly and extra hours that apply only at a removed place. */
export const hoursFates = ['remove', 'move'] as const

export const removePlaceSchema = z
  .object({
    placeId: z.uuid(),
    /** The coach has seen the lessons and clinics there, which are not changed. */
    keepLessons: z.boolean().default(false),
    hours: z.enum(hoursFates).default('remove'),
    moveTo: z.uuid().nullish(),
  })
  .refine(({ hours, moveTo }) => hours === 'remove' || Boolean(moveTo), {
    message: 'Choose where the hours move',
    path: ['moveTo'],
  })

const ownPlaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  zone: z.string(),
  /** `EST`: the current abbreviation of the zone. */
  zoneName: z.string(),
  isPrimary: z.boolean(),
  isOutdoor: z.boolean(),
  /** No weekly hours can be booked there. */
  hasNoHours: z.boolean(),
  tag: z.string(),
})
export type OwnPlace = z.infer<typeof ownPlaceSchema>

/** A missing or recommended item of the profile. */
const openItemSchema = z.object({
  item: z.enum(['bio', 'specialties', 'place', 'portrait', 'hours', 'pictures']),
  /** Required for a visible profile. */
  isNeeded: z.boolean(),
})

export const ownProfileSchema = z.object({
  id: z.uuid(),
  tag: z.string(),
  words: z.object({
    ...profileWordsSchema.shape,
    // Saved values may violate newer validation rules.
    displayName: z.string(),
    bio: z.string(),
    location: z.string(),
    specialties: z.array(z.string()),
    launchMonitor: z.string(),
    credentials: z.array(z.string()),
    facilityTypes: z.array(z.string()),
    hourlyRate: z.string(),
    durations: z.array(z.int()),
    groupRate: z.string(),
    groupSize: z.int(),
    playingRate: z.string(),
    playingMinutes: z.int().nullable(),
    years: z.string(),
    questions: z.array(z.object({ id: z.uuid().nullable(), question: z.string(), isRequired: z.boolean() })),
  }),
  places: z.array(ownPlaceSchema),
  open: z.array(openItemSchema),
})
export type OwnProfile = z.infer<typeof ownProfileSchema>

export const savedProfileSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), profile: ownProfileSchema }),
  z.object({
    ok: z.literal(false),
    reason: z.literal('not_ready'),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
])

export const savedPlaceSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), placeId: z.uuid() }),
  z.object({ ok: z.literal(false), reason: z.enum(['unknown_zip', 'too_many_places', 'same_place']) }),
])

const lessonThereSchema = z.object({
  id: z.uuid(),
  start: z.iso.datetime(),
  zone: z.string(),
  title: z.string(),
  student: z.string(),
})

/** What depends on a place. */
export const placeUseSchema = z.object({
  /** Without seats in clinics. */
  lessons: z.array(lessonThereSchema),
  /** The total number, which may exceed the listed lessons. */
  lessonCount: z.int(),
  /** Published clinics that are not over, by their next date. */
  clinics: z.array(z.object({ id: z.uuid(), start: z.iso.datetime(), zone: z.string(), title: z.string() })),
  /** Ranges of weekly hours, and dates with extra hours, only at this place. */
  weeklyHours: z.int(),
  extraHours: z.int(),
  /** The name of the calendar that students book into, if it counts only at this place. */
  bookedInto: z.string().nullable(),
})
export type PlaceUse = z.infer<typeof placeUseSchema>

export const removedPlaceSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), reason: z.enum(['lessons_there', 'last_place', 'booked_into']) }),
])
