import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mayaProfile } from '#tests/support/coach-profile.ts'
import { CoachPolicies } from './coach-policies.tsx'

test.each([
  [0, 'Book up to the last minute.'],
  [1, 'Book at least 1 hour ahead.'],
  [24, 'Book at least 24 hours ahead.'],
])('a notice of %i is said as “%s”', (noticeHours, words) => {
  const html = renderToStaticMarkup(
    <CoachPolicies coach={{ ...mayaProfile, noticeHours }} cancellation="" bookable={null} />,
  )
  expect(html).toContain(words)
})
