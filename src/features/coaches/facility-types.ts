/** The facility types that a coach can have, and their labels. */
export const facilityTypeLabels = {
  private: 'Private club',
  public: 'Public course',
  'driving-range': 'Driving range',
  indoor: 'Indoor studio',
  outdoor: 'Outdoor range',
  'country-club': 'Country club',
  'client-home': 'At your home',
} as const

export type FacilityType = keyof typeof facilityTypeLabels

/** The facility types as choices of a form. */
export const facilityChoices = Object.entries(facilityTypeLabels).map(([value, label]) => ({
  value: value as FacilityType,
  label,
}))
