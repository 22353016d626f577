import { describe, expect, test } from 'vitest'
import { ageText, forGolfer, isMinor, playerName, yearsOfBirth } from './golfer.ts'

const emma = { name: 'Emma Rivera', relation: 'child', yearOfBirth: 2014 } as const
const jo = { name: 'Jo Rivera', relation: 'adult', yearOfBirth: null } as const
const student = { name: 'Sam Rivera' }

describe('a golfer', () => {
  test('is a minor to the end of the year of the 18th birthday', () => {
    expect(isMinor(emma, 2026)).toBe(true)
    expect(isMinor(emma, 2032)).toBe(true)
    expect(isMinor(emma, 2033)).toBe(false)
    expect(isMinor(jo, 2026)).toBe(false)
  })

  test('has an age in a year, but only as a minor', () => {
    expect(ageText(emma, 2026)).toBe('turns 12 in 2026')
    expect(ageText(emma, 2033)).toBeNull()
    expect(ageText(jo, 2026)).toBeNull()
  })

  test('can be added as a child for as long as it may be a minor', () => {
    const { first, last } = yearsOfBirth(2026)
    expect(isMinor({ ...emma, yearOfBirth: first }, 2026)).toBe(true)
    expect(isMinor({ ...emma, yearOfBirth: first - 1 }, 2026)).toBe(false)
    expect(last).toBe(2025)
  })
})

test('a lesson is named after the golfer who plays, or after the student', () => {
  expect(playerName({ student, golfer: emma })).toBe('Emma Rivera')
  expect(playerName({ student, golfer: null })).toBe('Sam Rivera')
  expect(`Booked${forGolfer({ golfer: emma })}.`).toBe('Booked for Emma Rivera.')
  expect(`Booked${forGolfer({ golfer: null })}.`).toBe('Booked.')
})
