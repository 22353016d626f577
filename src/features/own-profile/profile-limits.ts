/** The limits of a coach's profile. */
export const profileLimits = {
  specialties: 12,
  credentials: 10,
  places: 10,
  /** The minimum length of a useful bio, in characters. */
  shortestBio: 40,
} as const
