import {
  type FacilityOption,
  facilityOptions,
  type GenderOption,
  type SortOption,
  type TypeOption,
} from './search.ts'

/** The texts of the search options. Apart from the options, which the first script of every page contains. */

export const sortLabels: Record<SortOption, string> = {
  distance: 'Closest to You',
  soonest: 'Soonest opening',
  rating: 'Highest rated',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  reviews: 'Most reviews',
}

export const facilityLabels: Record<FacilityOption, string> = {
  all: 'Any facility',
  private: 'Private club',
  public: 'Public course',
  'driving-range': 'Driving range',
  indoor: 'Indoor studio',
  outdoor: 'Outdoor range',
  'country-club': 'Country club',
  'client-home': 'At your home',
}

/** The facility types that a coach can have. */
export const facilityChoices = facilityOptions
  .filter((option) => option !== 'all')
  .map((value) => ({ value, label: facilityLabels[value] }))

export const genderLabels: Record<GenderOption, string> = {
  all: 'Any gender',
  female: 'Female',
  male: 'Male',
}

export const typeLabels: Record<TypeOption, string> = {
  all: 'Any lesson type',
  group: 'Group of 2–4',
  playing: 'Playing lesson on course',
  video: 'Video analysis',
  clinic: 'Clinics and camps',
}
