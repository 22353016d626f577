/** What a new coach fills in: $85 an hour at one place, every day from 9 to 17. */
export const coachDraft = (displayName: string, zip: string) => ({
  displayName,
  bio: 'Twenty years of other people’s slices, most of them cured, all of them forgiven.',
  gender: '',
  years: '20',
  locationName: 'Longleaf Hollow Golf Center',
  address: '1 Fairway Lane',
  zip,
  facilityTypes: ['driving-range'],
  specialties: ['Putting'],
  hourlyRate: '85',
  durations: [60],
  launchMonitor: '',
  credential: '',
  hours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '17:00' })),
})
