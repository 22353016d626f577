import { expect, test } from 'vitest'
import { isDemoPage } from './demo.ts'

test('the named pages and their subpages are outlined, and no others [row 103]', () => {
  for (const page of ['/', '/instructor/dashboard', '/inbox', '/lessons', '/reviews', '/collaborate'])
    expect(isDemoPage(page), page).toBe(true)
  for (const page of ['/availability', '/profile-edit']) expect(isDemoPage(page), page).toBe(true)
  for (const page of [
    '/support',
    '/profile',
    '/earnings-payouts',
    '/lessons-of-life',
    '/instructor-onboarding',
  ])
    expect(isDemoPage(page), page).toBe(false)
})
