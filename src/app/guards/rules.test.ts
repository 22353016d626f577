import { describe, expect, test } from 'vitest'
import type { Role } from '#platform/actor.ts'
import { hasChosenTime } from './chosen-time.ts'
import { whereInstead, whereInsteadOfAdmin } from './rules.ts'

const as = (role: Role) => ({ role })
const here = '/lessons?when=past&page=2'

describe('page access', () => {
  test('a signed-out visitor signs in and returns to the same URL [row 16]', () => {
    expect(whereInstead(null, 'signed-in', here)).toEqual({ to: '/auth', search: { redirect: here } })
    expect(whereInstead(null, ['student'], here)).toEqual({ to: '/auth', search: { redirect: here } })
  })

  test('a signed-in person can open pages that only require sign-in [row 18]', () => {
    for (const role of ['student', 'coach', 'admin', 'prospect'] as const)
      expect(whereInstead(as(role), 'signed-in', here)).toBeNull()
  })

  test('an admin is sent home with a message [row 17]', () => {
    expect(whereInstead(as('admin'), ['student', 'coach'], here)).toEqual({
      to: '/',
      search: { notice: 'admins-stay-out' },
    })
  })

  test('a coach on student pages, or a student on coach pages, is sent home silently [row 18]', () => {
    expect(whereInstead(as('coach'), ['student'], here)).toEqual({ to: '/', search: {} })
    expect(whereInstead(as('student'), ['coach'], here)).toEqual({ to: '/', search: {} })
    expect(whereInstead(as('student'), ['student', 'coach'], here)).toBeNull()
  })

  test('only an admin can open the admin pages [row 17]', () => {
    for (const role of ['student', 'coach', 'prospect'] as const)
      expect(whereInsteadOfAdmin(as(role))).toEqual({ to: '/', search: {} })
    expect(whereInsteadOfAdmin(null)).toEqual({ to: '/', search: {} })
    expect(whereInsteadOfAdmin(as('admin'))).toBeNull()
  })
})

test('a visitor who wants to book is told why to sign in, and returns to the chosen time [row 63]', () => {
  const coach = 'c0ac0001-0000-4000-8000-000000000001'
  const href = `/instant-book/${coach}?time=2026-11-23T14:00:00Z`
  expect(whereInstead(null, 'signed-in', href)).toEqual({
    to: '/auth',
    search: { redirect: href, from: 'booking', instructor: coach },
  })
})

test('a time is said to be kept only where the address names one [row 75]', () => {
  const coach = 'c0ac0001-0000-4000-8000-000000000001'
  for (const href of [
    `/instant-book/${coach}?time=2026-11-23T14:00:00Z`,
    `/instructor/${coach}?duration=60&time=2026-11-23T14:00:00Z`,
    `/?zip=28202&openBooking=${coach}&bookingTime=2026-11-23T14:00:00Z`,
  ])
    expect(hasChosenTime(href), href).toBe(true)
  for (const href of [`/instant-book/${coach}`, `/instructor/${coach}?duration=60`, '/lessons?lifetime=1'])
    expect(hasChosenTime(href), href).toBe(false)
})
