import { describe, expect, it } from 'vitest'
import { effectiveRole, safeRedirect } from './account.ts'

describe('a person’s role', () => {
  it('is admin with an admin row, then the profile’s role, then student', () => {
    expect(effectiveRole('instructor', ['admin'])).toBe('admin')
    expect(effectiveRole('student', ['prospect', 'student'])).toBe('prospect')
    expect(effectiveRole('instructor', [])).toBe('coach')
    expect(effectiveRole(null, ['student'])).toBe('student')
    // A profile with the user type admin is not an admin without the role row.
    expect(effectiveRole('admin', [])).toBe('student')
  })
})

describe('the redirect after sign-in', () => {
  it.each([
    '/',
    '/lessons',
    '/instructor/c0ac0001-0000-4000-8000-000000000001?duration=90&time=2026-11-23T14%3A00%3A00Z#instant-book-section',
  ])('follows our own URL %s', (address) => expect(safeRedirect(address)).toBe(address))

  it.each([
    undefined,
    null,
    '',
    'lessons',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/lessons\\..\\',
    ' /lessons',
    'javascript:alert(1)',
  ])('goes home instead of to %j', (address) => expect(safeRedirect(address)).toBe('/'))

  it('stays on this site by the rules browsers use for URLs', () => {
    for (const tricky of [
      '/%2F/elsewhere.example',
      '/.//elsewhere.example',
      '/@elsewhere.example',
      '/;//elsewhere.example',
    ])
      expect(new URL(safeRedirect(tricky), 'https://greenside.example').host).toBe('greenside.example')
  })
})
