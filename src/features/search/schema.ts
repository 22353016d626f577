import { z } from 'zod'
import { clinicSchema } from '#features/clinics/schema.ts'
import { placeSchema } from '#features/coaches/schema.ts'
import { dayParts, facilityOptions, genderOptions, sortOptions, typeOptions, whenPattern } from './search.ts'

const dollars = z.coerce.number().int().min(0).max(10_000)

export const zipField = z.string().regex(/^\d{5}$/, 'Enter a valid 5-digit zip code')

/**
 * Only coaches with an open time then, in words separated by dots: dates (`2026-12-05`), weekdays (`sat.sun`), `today`,
 * `tomorrow`, `weekend`, and parts of the day: `morning` (6 to 12), `afternoon` (12 to 17), `evening` (17 to 22).
 */
const whenField = z
  .string()
  .regex(whenPattern, 'When looks like sat.sun.morning, tomorrow or 2026-12-05')
  .optional()

export const searchSchema = z.object({
  zip: zipField.optional(),
  sort: z.enum(sortOptions).default('distance'),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  minPrice: dollars.optional(),
  maxPrice: dollars.optional(),
  /** Only coaches who offer it; a clinic counts until it begins. */
  type: z.enum(typeOptions).default('all'),
  gender: z.enum(genderOptions).default('all'),
  facility: z.enum(facilityOptions).default('all'),
  launchMonitor: z.stringbool().or(z.boolean()).default(false),
  pgaClassA: z.stringbool().or(z.boolean()).default(false),
  when: whenField,
})

export type SearchInput = z.output<typeof searchSchema>

/** Clinics around a ZIP code, at a time as in {@link searchSchema}. */
export const clinicsNearInput = z.object({ zip: zipField, when: whenField })
export type ClinicsNearInput = z.output<typeof clinicsNearInput>

export const clinicsPageInput = clinicsNearInput.extend({
  page: z.coerce.number().int().min(1).max(500).default(1),
})
export type ClinicsPageInput = z.output<typeof clinicsPageInput>

export const clinicNearSchema = clinicSchema.extend({
  /** Miles from the ZIP code's center to the place. */
  distance: z.number(),
})
export type ClinicNear = z.infer<typeof clinicNearSchema>

/** A page of clinics around a ZIP code. */
export const clinicsPageSchema = z.object({ clinics: z.array(clinicNearSchema), hasMore: z.boolean() })
export type ClinicsPage = z.infer<typeof clinicsPageSchema>

/** The coaches of a page of results, and what was asked for. */
export const cardTimesInput = z.object({
  instructorIds: z.array(z.uuid()).max(24),
  zip: zipField.optional(),
  when: whenField,
})
export type CardTimesInput = z.output<typeof cardTimesInput>

/** Open times of a coach, each with the place it is at. */
export const cardTimesSchema = z.object({
  durationMinutes: z.int(),
  times: z.array(
    z.object({
      start: z.iso.datetime(),
      /** IANA name of the place's zone. */
      zone: z.string(),
      /** Null for a coach without teaching places. */
      placeId: z.uuid().nullable(),
      /** The place's name, where it is not the coach's primary one. */
      placeName: z.string().nullable(),
    }),
  ),
})
export type CardTimes = z.infer<typeof cardTimesSchema>

/** A date with the parts of it in which some coach of a search is open. */
export const openDaySchema = z.object({ date: z.iso.date(), parts: z.array(z.enum(dayParts)) })
export type OpenDay = z.infer<typeof openDaySchema>

const latitude = z.coerce.number().min(-90).max(90)
const longitude = z.coerce.number().min(-180).max(180)

/** A geographic position in degrees. */
export const positionSchema = z.object({ lat: latitude, lng: longitude })

const cardPlaceSchema = placeSchema.extend({ lat: z.number().nullable(), lng: z.number().nullable() })

export const coachCardSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  label: z.string(),
  imageUrl: z.string().nullable(),
  galleryImages: z.array(z.string()),
  rating: z.number(),
  reviewCount: z.int(),
  hourlyRateCents: z.int(),
  /** Always true (specification); the profile says what was verified. */
  verified: z.literal(true),
  instantBookEnabled: z.boolean(),
  launchMonitor: z.string().nullable(),
  credentials: z.array(z.string()),
  location: z.string(),
  primaryLocationCity: z.string().nullable(),
  availability: z.literal('Available'),
  /**
   * Miles from the ZIP code's center to the nearest teaching location, not rounded; null without a ZIP code.
   */
  distance: z.number().nullable(),
  closestLocation: cardPlaceSchema.nullable(),
  bio: z.string(),
  specialties: z.array(z.string()),
  gender: z.enum(['female', 'male']).nullable(),
  /** The facility types this coach is found under. */
  facilities: z.array(z.enum(facilityOptions)),
  locations: z.array(cardPlaceSchema),
})

export type CoachCard = z.infer<typeof coachCardSchema>

const originSchema = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  lat: z.number(),
  lng: z.number(),
})

export const searchResultSchema = z.object({
  /** The town and center of the searched ZIP code; null if it is unknown or not given. */
  origin: originSchema.nullable(),
  total: z.int(),
  /** The number of coaches that match all filters except the price. */
  outsidePrice: z.int(),
  page: z.int(),
  pageSize: z.int(),
  coaches: z.array(coachCardSchema),
})

export type SearchResult = z.infer<typeof searchResultSchema>

/** The nearest coaches, regardless of distance and price. */
export const nearestResultSchema = z.object({
  origin: originSchema.nullable(),
  coaches: z.array(coachCardSchema),
})

export type NearestResult = z.infer<typeof nearestResultSchema>

export const zipPlaceSchema = originSchema

export const townsInput = positionSchema.extend({
  /** The width of the viewport in degrees of longitude. */
  span: z.coerce.number().min(0.1).max(80),
})

export const townSchema = z.object({ name: z.string(), state: z.string(), lat: z.number(), lng: z.number() })

export type Town = z.infer<typeof townSchema>

/** A row of the specification's server function. */
export const coachGenderSchema = z.object({ user_id: z.uuid(), gender: z.enum(['female', 'male']) })

export const homeSchema = z.object({
  /** The URL for requesting a free consultation call: a scheduling site or a mailto link. */
  consultationUrl: z.url(),
  /** Reviews of lessons booked on this site; empty if there are none. */
  testimonials: z.array(
    z.object({
      id: z.uuid(),
      comment: z.string(),
      student: z.string(),
      coach: z.object({ id: z.uuid(), name: z.string(), city: z.string().nullable() }),
    }),
  ),
})

export type Testimonial = z.infer<typeof homeSchema>['testimonials'][number]
