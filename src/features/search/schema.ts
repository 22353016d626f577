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
  closestLocation: placeSchema.nullable(),
  bio: z.string(),
  specialties: z.array(z.string()),
  gender: z.enum(['female', 'male']).nullable(),
  locations: z.array(placeSchema),
})

export type CoachCard = z.infer<typeof coachCardSchema>

export const searchResultSchema = z.object({
  /** The searched ZIP's town; null for an unknown ZIP or none. */
  origin: z.object({ zip: z.string(), city: z.string(), state: z.string() }).nullable(),
  total: z.int(),
  /** Coaches who fit in all but price: one tap includes them (U20). */
  outsidePrice: z.int(),
  page: z.int(),
  pageSize: z.int(),
  coaches: z.array(coachCardSchema),
})

export type SearchResult = z.infer<typeof searchResultSchema>
