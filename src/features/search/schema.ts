import { z } from 'zod'
import { placeSchema } from '#features/coaches/schema.ts'
import { facilityOptions, genderOptions, sortOptions } from './search.ts'

const dollars = z.coerce.number().int().min(0).max(10_000)

export const zipField = z.string().regex(/^\d{5}$/, 'Enter a valid 5-digit zip code')

export const searchSchema = z.object({
  zip: zipField.optional(),
  sort: z.enum(sortOptions).default('distance'),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  minPrice: dollars.optional(),
  maxPrice: dollars.optional(),
  gender: z.enum(genderOptions).default('all'),
  facility: z.enum(facilityOptions).default('all'),
  launchMonitor: z.stringbool().or(z.boolean()).default(false),
  pgaClassA: z.stringbool().or(z.boolean()).default(false),
})

export type SearchInput = z.output<typeof searchSchema>

const latitude = z.coerce.number().min(-90).max(90)
const longitude = z.coerce.number().min(-180).max(180)

/** Where somebody is, in degrees. */
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
  /** Always true (specification); what backs it is on the profile. */
  verified: z.literal(true),
  instantBookEnabled: z.boolean(),
  launchMonitor: z.string().nullable(),
  credentials: z.array(z.string()),
  location: z.string(),
  primaryLocationCity: z.string().nullable(),
  availability: z.literal('Available'),
  /** Miles from the ZIP code's centre to the nearest teaching place, not rounded; null without a ZIP. */
  distance: z.number().nullable(),
  closestLocation: cardPlaceSchema.nullable(),
  bio: z.string(),
  specialties: z.array(z.string()),
  gender: z.enum(['female', 'male']).nullable(),
  /** The kinds of facility this coach is found under. */
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
  /** The searched ZIP's town and middle; null for an unknown ZIP or none. */
  origin: originSchema.nullable(),
  total: z.int(),
  /** Coaches who fit in all but price: one tap includes them. */
  outsidePrice: z.int(),
  page: z.int(),
  pageSize: z.int(),
  coaches: z.array(coachCardSchema),
})

export type SearchResult = z.infer<typeof searchResultSchema>

/** The nearest coaches, however far, whatever they charge. */
export const nearestResultSchema = z.object({
  origin: originSchema.nullable(),
  coaches: z.array(coachCardSchema),
})

export type NearestResult = z.infer<typeof nearestResultSchema>

export const zipPlaceSchema = originSchema

export const townsInput = positionSchema.extend({
  /** How many degrees of longitude the picture is wide. */
  span: z.coerce.number().min(0.1).max(80),
})

export const townSchema = z.object({ name: z.string(), state: z.string(), lat: z.number(), lng: z.number() })

export type Town = z.infer<typeof townSchema>

/** A row of the specification's server function. */
export const coachGenderSchema = z.object({ user_id: z.uuid(), gender: z.enum(['female', 'male']) })

export const homeSchema = z.object({
  /** Where a free consultation call is scheduled: another site, or a letter to us. */
  consultationUrl: z.url(),
  /** What students said after lessons they booked here; none where nobody has said anything yet. */
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
