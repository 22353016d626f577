import { describe, expect, test } from 'vitest'
import type { Role } from '#platform/actor.ts'
import { whereInstead, whereInsteadOfAdmin } from './rules.ts'

const as = (role: Role) => ({ role })
const here = '/lessons?when=past&page=2'

describe('who may see which pages', () => {
  test('somebody unknown signs in and comes back to the very address [row 16]', () => {
    expect(whereInstead(null, 'signed-in', here)).toEqual({ to: '/auth', search: { redirect: here } })
    expect(whereInstead(null, ['student'], here)).toEqual({ to: '/auth', search: { redirect: here } })
  })

  test('whoever is signed in may see what only asks for that [row 18]', () => {
    for (const role of ['student', 'coach', 'admin', 'prospect'] as const)
      expect(whereInstead(as(role), 'signed-in', here)).toBeNull()
  })

  test('an admin is sent home and told why [row 17]', () => {
    expect(whereInstead(as('admin'), ['student', 'coach'], here)).toEqual({
      to: '/',
      search: { notice: 'admins-stay-out' },
    })
  })

  test('a coach among students, or a student among coaches, goes home without a word [row 18]', () => {
    expect(whereInstead(as('coach'), ['student'], here)).toEqual({ to: '/', search: {} })
    expect(whereInstead(as('student'), ['coach'], here)).toEqual({ to: '/', search: {} })
    expect(whereInstead(as('student'), ['student', 'coach'], here)).toBeNull()
  })

  test('nobody but an admin sees the admin pages [row 17]', () => {
    for (const role of ['student', 'coach', 'prospect'] as const)
      expect(whereInsteadOfAdmin(as(role))).toEqual({ to: '/', search: {} })
    expect(whereInsteadOfAdmin(null)).toEqual({ to: '/', search: {} })
    expect(whereInsteadOfAdmin(as('admin'))).toBeNull()
  })
})

test('whoever comes to book is told what signing in is for, and comes back to the chosen time [row 63]', () => {
  const coach = 'c0ac0001-0000-4000-8000-000000000001'
  const href = `/instant-book/${coach}?time=2026-11-23T14:00:00Z`
  expect(whereInstead(null, 'signed-in', href)).toEqual({
    to: '/auth',
    search: { redirect: href, from: 'booking', instructor: coach },
  })
})
