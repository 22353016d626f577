import { z } from 'zod'
import { cancellationPolicies } from './coach.ts'
import { verifiedCredentialSchema } from './verifications/schema.ts'

export const placeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  isPrimary: z.boolean(),
})

export const coachProfileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  label: z.string(),
  bio: z.string(),
  imageUrl: z.string().nullable(),
  /** What the coach says her portrait shows; empty when she says nothing. */
  portraitAlt: z.string(),
  /** The gallery in its order; the first is the cover. */
  pictures: z.array(z.object({ url: z.string(), alt: z.string(), caption: z.string() })),
  location: z.string(),
  hourlyRateCents: z.int(),
  durations: z.array(z.int()),
  /** An hour of a group lesson for up to `size` players together; booked on request. */
  groupLessons: z.object({ hourlyRateCents: z.int(), size: z.int() }).nullable(),
  /** An hour on the course; booked on request. */
  playingRateCents: z.int().nullable(),
  specialties: z.array(z.string()),
  credentials: z.array(z.string()),
  /** Those of them that somebody of ours looked at, and that are still good. */
  verifiedCredentials: z.array(verifiedCredentialSchema),
  /** The day somebody of ours looked at the report of a background check that is still good, UTC; null when nobody did. */
  backgroundCheckedOn: z.iso.date().nullable(),
  /** Half of the students who write have an answer after so many minutes; null while too few have written. */
  replyMinutes: z.int().nullable(),
  launchMonitor: z.string().nullable(),
  yearsCoaching: z.int().nullable(),
  rating: z.number(),
  reviewCount: z.int(),
  instantBookEnabled: z.boolean(),
  noticeHours: z.int(),
  cancellationPolicy: z.enum(cancellationPolicies),
  zone: z.string(),
  locations: z.array(
    placeSchema.extend({
      address: z.string().nullable(),
      zone: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    }),
  ),
  importedReviews: z.array(
    z.object({
      author: z.string(),
      rating: z.number(),
      text: z.string().nullable(),
      /** Where it was written. */
      source: z.string().nullable(),
    }),
  ),
})

export type CoachProfile = z.infer<typeof coachProfileSchema>

export const reviewSchema = z.object({
  id: z.uuid(),
  author: z.string(),
  rating: z.int(),
  comment: z.string().nullable(),
  /** What the coach answered in public. */
  reply: z.string().nullable(),
  /** The lesson was paid here. Other ratings are shown and do not count. */
  isCounted: z.boolean(),
  createdAt: z.iso.datetime(),
})

/** A review of a lesson that was booked here. */
export type Review = z.infer<typeof reviewSchema>

/** How booked reviews rated, five stars first. Imported ones are not among them. */
export const ratingCountsSchema = z
  .array(z.object({ stars: z.int().min(1).max(5), count: z.int() }))
  .length(5)

export type CoachReview = z.infer<typeof reviewSchema>
export type RatingCounts = z.infer<typeof ratingCountsSchema>
