import { expect, test } from 'vitest'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { serverRequest } from '#platform/server-request.ts'
import { coachHead } from './coach-head.ts'

const coach: CoachProfile = {
  id: 'c0ac0001-0000-4000-8000-000000000001',
  name: 'Kim Okafor',
  label: 'Coach Kim',
  bio: 'Change one thing.',
  imageUrl: null,
  portraitAlt: '',
  pictures: [],
  location: 'Charlotte, NC',
  hourlyRateCents: 10_000,
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
  [[30, 45], 'Private golf lesson, 30 minutes', '50.00'],
  [[30, 60], 'Private golf lesson, 1 hour', '100.00'],
  [[90], 'Private golf lesson, 1.5 hours', '150.00'],
])('search engines read a lesson that the coach sells, of lengths %j', (durations, name, price) => {
  const { scripts } = serverRequest.run(
    { origin: 'https://greenside.example', nonce: '', now: 0, api: {} },
    () => coachHead({ ...coach, durations }, [], []),
  )
  expect(JSON.parse(scripts[0]?.children ?? '')).toMatchObject({
    priceRange: '$100.00 an hour',
    makesOffer: [{ price, itemOffered: { name } }],
  })
})
