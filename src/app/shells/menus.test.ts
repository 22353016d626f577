import { describe, expect, test } from 'vitest'
import { coachMenu, studentMenu } from './menus.ts'

const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)
const coach = { hasProfile: true, isProspect: false }

describe('the menus', () => {
  test('a coach’s entries are in the specified order [row 11]', () => {
    expect(labels(coachMenu(coach))).toEqual([
      'Dashboard',
      'Earnings & Payouts',
      'Inbox',
      'Overview',
      'Collaborate',
      'Schedule',
      'My Lessons',
      'Proposals',
      'Reviews',
      'Availability',
      'Gallery',
      'Payment Settings',
      'Edit Profile',
      'Support',
      'Help Documents',
    ])
    expect(coachMenu(coach).find(({ label }) => label === 'Inbox')).toMatchObject({ tag: 'AI Powered' })
  })

  test('a student’s entries are in the specified order [row 13]', () => {
    expect(studentMenu.map(({ href, label }) => `${label} ${href}`)).toEqual([
      'Browse Instructors /',
      'Inbox /inbox',
      'My Instructors /your-instructors',
      'Collaborate /student-collaborate',
      'My Lessons /lessons',
      'Profile Settings /profile',
      'Support /support',
      'Help Documents /help',
    ])
  })

  test('only a coach without a profile, and no prospect, is asked to create one [row 12]', () => {
    const last = (options: Partial<typeof coach>) => coachMenu({ ...coach, ...options })[12]
    expect(last({ hasProfile: false })).toMatchObject({
      label: 'Create Profile',
      href: '/create-instructor-profile',
    })
    expect(last({ hasProfile: false, isProspect: true })).toMatchObject({
      label: 'Edit Profile',
      href: '/profile-edit',
    })
    expect(last({})).toMatchObject({ label: 'Edit Profile', href: '/profile-edit' })
  })
})
