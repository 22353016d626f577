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
  /** The coach's description of the portrait; empty when there is none. */
  portraitAlt: z.string(),
  /** The gallery in order; the first picture is the cover. */
  pictures: z.array(z.object({ url: z.string(), alt: z.string(), caption: z.string() })),
  location: z.string(),
  hourlyRateCents: z.int(),
  durations: z.array(z.int()),
  /** The hourly rate of a group lesson for up to `size` players together; on request unless it is bookable. */
  groupLessons: z.object({ hourlyRateCents: z.int(), size: z.int(), isBookable: z.boolean() }).nullable(),
  /** The hourly rate of a lesson on the course. */
  playingRateCents: z.int().nullable(),
  /** The length in minutes of a lesson on the course that students book; null when it is on request. */
  playingMinutes: z.int().nullable(),
  specialties: z.array(z.string()),
  credentials: z.array(z.string()),
  /** The credentials that staff checked and that are still valid. */
  verifiedCredentials: z.array(verifiedCredentialSchema),
  /**
   * The day (UTC) on which staff checked the report of a background check that is still valid; null without
   * one.
   */
  backgroundCheckedOn: z.iso.date().nullable(),
  /**
   * The median time in minutes until the coach answers a student; null while there are too few conversations.
   */
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
      zip: z.string().nullable(),
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
      /** The site on which it was written. */
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
  /** The coach's public reply. */
  reply: z.string().nullable(),
  /** The lesson was paid here. Other ratings are shown but not counted. */
  isCounted: z.boolean(),
  createdAt: z.iso.datetime(),
})

/** A review of a lesson that was booked here. */
export type Review = z.infer<typeof reviewSchema>

/** The number of booked reviews per rating, five stars first. Imported reviews are excluded. */
export const ratingCountsSchema = z
  .array(z.object({ stars: z.int().min(1).max(5), count: z.int() }))
  .length(5)

export type CoachReview = z.infer<typeof reviewSchema>
export type RatingCounts = z.infer<typeof ratingCountsSchema>
