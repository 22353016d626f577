import { describe, expect, test } from 'vitest'
import { linkRules, maskEmail, stateOfLink } from './link.ts'

describe('a mailed link', () => {
  test('works once and in time', () => {
    expect(stateOfLink({ usedAt: null, expiresAt: 1_000 }, 999)).toBe('good')
    expect(stateOfLink({ usedAt: null, expiresAt: 1_000 }, 1_000)).toBe('expired')
    expect(stateOfLink({ usedAt: 500, expiresAt: 1_000 }, 999)).toBe('used')
    expect(stateOfLink(null, 0)).toBe('unknown')
  })

  test('to a new password lives an hour, to sign in a quarter of one', () => {
    expect(linkRules['password-reset'].lifetime).toBe(3_600_000)
    expect(linkRules['magic-link'].lifetime).toBe(900_000)
  })
})

test('an address is shown to those who know it', () => {
  expect(maskEmail('sam.rivera@example.com')).toBe('s•••@example.com')
  expect(maskEmail('nonsense')).toBe('•••')
})
