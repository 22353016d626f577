import { expect, test } from 'vitest'
import { changedFields, changedSince } from './own-profile.ts'
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

test('a question that was saved is the same question, although it has an id now', () => {
  const asked = { question: 'Which hand do you play with?', isRequired: true }
  const typed = { ...words, questions: [{ ...asked, id: null }] }
  const saved = { ...words, questions: [{ ...asked, id: '3f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b' }] }
  expect(changedFields(typed, saved)).toEqual([])
  expect(changedFields(words, saved)).toEqual(['questions'])
})
