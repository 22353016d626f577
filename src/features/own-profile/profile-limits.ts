/** How much a coach may say. */
export const profileLimits = {
  specialties: 12,
  credentials: 10,
  places: 10,
  /** Characters without which nobody knows whom they book. */
  shortestBio: 40,
} as const
