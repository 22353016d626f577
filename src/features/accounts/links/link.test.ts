import { describe, expect, test } from 'vitest'
import { linkRules, maskEmail, stateOfLink } from './link.ts'

describe('an emailed link', () => {
  test('works once within its time limit', () => {
    expect(stateOfLink({ usedAt: null, expiresAt: 1_000 }, 999)).toBe('good')
    expect(stateOfLink({ usedAt: null, expiresAt: 1_000 }, 1_000)).toBe('expired')
    expect(stateOfLink({ usedAt: 500, expiresAt: 1_000 }, 999)).toBe('used')
    expect(stateOfLink(null, 0)).toBe('unknown')
  })

  test('for a new password lasts an hour, for sign-in fifteen minutes', () => {
    expect(linkRules['password-reset'].lifetime).toBe(3_600_000)
    expect(linkRules['magic-link'].lifetime).toBe(900_000)
  })
})

test('an address is masked', () => {
  expect(maskEmail('sam.rivera@example.com')).toBe('s•••@example.com')
  expect(maskEmail('nonsense')).toBe('•••')
})
