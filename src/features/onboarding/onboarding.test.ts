import { describe, expect, test } from 'vitest'
import { clockTimes, clockWords, faultOfHours, standingOf } from './onboarding.ts'

describe('a week of hours', () => {
  const monday = (from: string, to: string) => ({ day: 1, from, to })

  test.each([
    [[], 'Choose at least one day on which students can book you'],
    [[monday('17:00', '09:00')], 'On Monday the hours end before they begin'],
    [[monday('09:00', '09:30')], 'On Monday there is no room for a lesson of 60 minutes'],
    [[monday('09:00', '12:00'), monday('11:30', '15:00')], 'On Monday two times overlap'],
    [[monday('13:00', '18:00'), monday('09:00', '12:00')], null],
    [[monday('09:00', '12:00'), monday('12:00', '15:00'), { day: 0, from: '22:00', to: '24:00' }], null],
  ])('%j', (hours, fault) => expect(faultOfHours(hours, 60)).toBe(fault))
})

test('times read as they are said', () => {
  expect([clockTimes[0], clockTimes[19], clockTimes.at(-1)].map((time) => clockWords(time ?? ''))).toEqual([
    '12:00 AM',
    '9:30 AM',
    'midnight',
  ])
})

test('students and prospects may become coaches; coaches are, admins do not', () => {
  expect((['student', 'prospect', 'coach', 'admin'] as const).map(standingOf)).toEqual([
    'open',
    'open',
    'coach',
    'admin',
  ])
})
