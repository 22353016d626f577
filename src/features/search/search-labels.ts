import { facilityTypeLabels } from '#features/coaches/facility-types.ts'
import type { FacilityOption, GenderOption, SortOption, TypeOption } from './search.ts'

/** The texts of the search options. Apart from the options, which the first script of every page contains. */

export const sortLabels: Record<SortOption, string> = {
  distance: 'Closest to You',
  soonest: 'Soonest opening',
  rating: 'Highest rated',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  reviews: 'Most reviews',
}

export const facilityLabels: Record<FacilityOption, string> = { all: 'Any facility', ...facilityTypeLabels }

export const coachGenderLabels: Record<GenderOption, string> = {
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
