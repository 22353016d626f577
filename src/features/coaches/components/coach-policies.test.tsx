import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CoachProfile } from '../schema.ts'
import { CoachPolicies } from './coach-policies.tsx'

const coach: CoachProfile = {
  id: 'c0ac0001-0000-4000-8000-000000000001',
  name: 'Maya Bennett',
  label: 'Coach Maya',
  bio: 'Change one thing.',
  imageUrl: null,
  portraitAlt: '',
  pictures: [],
  location: 'Charlotte, NC',
  hourlyRateCents: 8_500,
  durations: [60],
  groupLessons: null,
  playingRateCents: null,
  playingMinutes: null,
  specialties: [],
  credentials: [],
  verifiedCredentials: [],
  backgroundCheckedOn: null,
  replyMinutes: null,
  launchMonitor: null,
  yearsCoaching: null,
  rating: 0,
  reviewCount: 0,
  instantBookEnabled: true,
  noticeHours: 12,
  cancellationPolicy: 'standard',
  zone: 'America/New_York',
  locations: [],
  importedReviews: [],
}

test.each([
  [0, 'Book up to the last minute.'],
  [1, 'Book at least 1 hour ahead.'],
  [24, 'Book at least 24 hours ahead.'],
])('a notice of %i is said as “%s”', (noticeHours, words) => {
  const html = renderToStaticMarkup(
    <CoachPolicies coach={{ ...coach, noticeHours }} cancellation="" bookable={null} />,
  )
  expect(html).toContain(words)
})
