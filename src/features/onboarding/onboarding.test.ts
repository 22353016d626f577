import { describe, expect, test } from 'vitest'
import { clockTimes, eligibilityOf, faultOfHours, timeLabel } from './onboarding.ts'
import { type CoachDraft, firstOpenStep, fullDraft, isStarted } from './schema.ts'

describe('a week of hours', () => {
  const monday = (from: string, to: string) => ({ day: 1, from, to })

  test.each([
    [[], 'Choose at least one day on which students can book you'],
    [[monday('17:00', '09:00')], 'The hours on Monday end before they begin'],
    [[monday('09:00', '09:30')], 'On Monday there is no room for a lesson of 60 minutes'],
    [[monday('09:00', '12:00'), monday('11:30', '15:00')], 'On Monday two times overlap'],
    [[monday('13:00', '18:00'), monday('09:00', '12:00')], null],
    [[monday('09:00', '12:00'), monday('12:00', '15:00'), { day: 0, from: '22:00', to: '24:00' }], null],
  ])('%j', (hours, fault) => expect(faultOfHours(hours, 60)).toBe(fault))
})

test('times are shown in words', () => {
  expect([clockTimes[0], clockTimes[19], clockTimes.at(-1)].map((time) => timeLabel(time ?? ''))).toEqual([
    '12:00 AM',
    '9:30 AM',
    'midnight',
  ])
})

test('students and prospects can become coaches; coaches already are, admins can’t', () => {
  expect((['student', 'prospect', 'coach', 'admin'] as const).map(eligibilityOf)).toEqual([
    'open',
    'open',
    'coach',
    'admin',
  ])
})

describe('a returning person', () => {
  const you: CoachDraft = {
    displayName: 'Rory Vale',
    bio: 'Twenty years of other people’s slices, most of them cured.',
  }
  const place: CoachDraft = { locationName: 'Foothills Golf Center', zip: '85365' }
  const teaching: CoachDraft = { specialties: ['Putting'], hourlyRate: '92.50', durations: [60] }
  const hours: CoachDraft = { hours: [{ day: 1, from: '09:00', to: '12:00' }] }

  test.each<[draft: CoachDraft, step: string]>([
    [{ displayName: 'Rory Vale' }, 'you'],
    [you, 'place'],
    [{ ...you, ...place }, 'teaching'],
    [{ ...you, ...place, ...teaching }, 'hours'],
    [{ ...you, ...place, ...teaching, ...hours }, 'preview'],
    [{ ...you, ...teaching, ...hours }, 'place'],
  ])('continues at the first incomplete step: %j', (draft, step) =>
    expect(firstOpenStep(fullDraft(draft))).toBe(step),
  )

  test('has started once anything beyond the known name was entered', () => {
    expect(isStarted({ displayName: 'Rory Vale' })).toBe(false)
    expect(isStarted({ displayName: 'Rory Vale', zip: '8' })).toBe(true)
  })
})
