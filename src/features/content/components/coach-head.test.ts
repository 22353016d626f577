import { expect, test } from 'vitest'
import { serverRequest } from '#platform/server-request.ts'
import { mayaProfile } from '#tests/support/coach-profile.ts'
import { coachHead } from './coach-head.ts'

test.each([
  [[30, 45], 'Private golf lesson, 30 minutes', '50.00'],
  [[30, 60], 'Private golf lesson, 1 hour', '100.00'],
  [[90], 'Private golf lesson, 1.5 hours', '150.00'],
])('search engines read a lesson that the coach sells, of lengths %j', (durations, name, price) => {
  const { scripts } = serverRequest.run(
    { origin: 'https://greenside.example', nonce: '', now: 0, api: {} },
    () => coachHead({ ...mayaProfile, hourlyRateCents: 10_000, durations }, [], []),
  )
  expect(JSON.parse(scripts[0]?.children ?? '')).toMatchObject({
    priceRange: '$100.00 an hour',
    makesOffer: [{ price, itemOffered: { name } }],
  })
})
