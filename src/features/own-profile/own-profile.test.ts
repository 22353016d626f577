import { expect, test } from 'vitest'
import { changedSince } from './own-profile.ts'
import type { OwnProfile } from './schema.ts'

const words: OwnProfile['words'] = {
  displayName: 'Maya Chen',
  bio: 'Teaches putting.',
  gender: '',
  years: '9',
  location: '',
  specialties: ['Putting'],
  launchMonitor: '',
  credentials: [],
  facilityTypes: ['outdoor'],
  hourlyRate: '80',
  durations: [60],
  groupRate: '',
  groupSize: 4,
  groupBookable: false,
  playingRate: '',
  playingMinutes: 120,
  isVisible: true,
  instantBookEnabled: true,
  questions: [],
}

test('what a coach types while the profile is being saved is kept on top of the saved version', () => {
  const sent = { ...words, bio: 'Teaches putting and chipping. ' }
  const saved = { ...sent, bio: 'Teaches putting and chipping.' }
  expect(changedSince(sent, sent, saved)).toBeNull()
  expect(changedSince(sent, { ...sent, years: '10' }, saved)).toEqual({ ...saved, years: '10' })
})
