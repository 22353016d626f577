import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  experienceLevels,
  genderPreferences,
  goalNames,
  quizBudgets,
  quizLessonTypes,
  screensOf,
  screenToShow,
  technologies,
} from './quiz.ts'
import { type Candidate, filters, isShuffledSession, type Request, rank, shuffleFirst } from './ranking.ts'
import { mostSaid, says } from './reasons.ts'
import { variantOf } from './variant.ts'
import { weights } from './weights.ts'

const specialties = [
  'Beginners',
  'Putting',
  'Short Game',
  'Mental Game',
  'Swing Mechanics',
  'Junior Golf',
  'Video Analysis',
]
const candidate = fc.record<Candidate>({
  id: fc.uuid(),
  gender: fc.constantFrom('female', 'male', null),
  hourlyRateCents: fc.integer({ min: 2_000, max: 30_000 }),
  groupRateCents: fc.option(fc.integer({ min: 4_000, max: 40_000 })),
  playingRateCents: fc.option(fc.integer({ min: 4_000, max: 40_000 })),
  specialties: fc.uniqueArray(fc.constantFrom(...specialties)),
  launchMonitor: fc.option(fc.constant('Radar')),
  rating: fc.float({ min: 0, max: 5, noNaN: true }),
  reviewCount: fc.integer({ min: 0, max: 90 }),
  distance: fc.float({ min: 0, max: 100, noNaN: true }),
  daysToOpening: fc.option(fc.integer({ min: 0, max: 13 })),
  openTimes: fc.integer({ min: 1, max: 60 }),
  recommendedLately: fc.integer({ min: 0, max: 70 }),
})
const coaches = fc.uniqueArray(candidate, { maxLength: 12, selector: ({ id }) => id })
const request = fc.record<Request>({
  experience: fc.constantFrom(...experienceLevels),
  goals: fc.uniqueArray(fc.constantFrom(...goalNames), { minLength: 1, maxLength: 3 }),
  lessonType: fc.constantFrom(...quizLessonTypes),
  gender: fc.constantFrom(...genderPreferences),
  technologies: fc.uniqueArray(fc.constantFrom(...technologies)),
  budget: fc.constantFrom(...quizBudgets),
})
const order = (all: readonly Candidate[], asked: Request) =>
  rank(all, asked, weights).map(({ coach }) => coach.id)

describe('the ranking', () => {
  test('does not depend on the order the coaches are read in', () => {
    fc.assert(
      fc.property(coaches, request, (all, asked) => {
        expect(order(all.toReversed(), asked)).toEqual(order(all, asked))
      }),
    )
  })

  test('has nobody who fails a filter, and everyone who passes all', () => {
    fc.assert(
      fc.property(coaches, request, (all, asked) => {
        const passing = all.filter((coach) => Object.values(filters).every((passes) => passes(coach, asked)))
        expect(order(all, asked).toSorted()).toEqual(passing.map(({ id }) => id).toSorted())
      }),
    )
  })

  test('ignores gender unless it was asked for', () => {
    fc.assert(
      fc.property(coaches, request, (all, asked) => {
        const open = { ...asked, gender: 'any' as const }
        const other = all.map((coach) => ({
          ...coach,
          gender: coach.gender === 'female' ? ('male' as const) : ('female' as const),
        }))
        expect(order(other, open)).toEqual(order(all, open))
      }),
    )
  })

  test('puts fully booked coaches after available ones', () => {
    fc.assert(
      fc.property(coaches, request, (all, asked) => {
        const full = rank(all, asked, weights).map(({ isFull }) => isFull)
        expect(full).toEqual(full.toSorted())
      }),
    )
  })

  test('of a shuffled session has the same coaches, and only close ones change places', () => {
    fc.assert(
      fc.property(coaches, request, fc.uuid(), (all, asked, session) => {
        const ranked = rank(all, asked, weights)
        const shuffled = shuffleFirst(ranked, session)
        expect(shuffled.map(({ coach }) => coach.id).toSorted()).toEqual(order(all, asked).toSorted())
        expect((shuffled[0]?.score ?? 0) >= (ranked[0]?.score ?? 0) * 0.8).toBe(true)
      }),
    )
  })
})

describe('sessions', () => {
  // Fixed ids, so that every run is the same. With random ids one run in a thousand would exceed the bounds.
  const sessions = Array.from(
    { length: 3_000 },
    (_, nth) => `5e550000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  )

  test('are split evenly among the three variants, and each keeps its variant [E4]', () => {
    const counts = Map.groupBy(sessions, variantOf)
    for (const variant of ['control', 'test', 'testc'] as const)
      expect(Math.abs((counts.get(variant)?.length ?? 0) / sessions.length - 1 / 3)).toBeLessThan(0.03)
    for (const session of sessions.slice(0, 50)) expect(variantOf(session)).toBe(variantOf(session))
  })

  test('are shuffled one time in twenty', () => {
    const share = sessions.filter(isShuffledSession).length / sessions.length
    expect(share).toBeGreaterThan(0.03)
    expect(share).toBeLessThan(0.07)
  })
})

describe('the questions', () => {
  test('are in the variant’s order, and one opens only after those before it', () => {
    expect(screensOf('control').slice(0, 3)).toEqual(['location', 'contact', 'experience'])
    expect(screensOf('test').slice(-2)).toEqual(['location', 'contact'])
    expect(screensOf('testc')).not.toContain('contact')
    expect(screenToShow('test', {}, 'result')).toBe('experience')
    expect(screenToShow('test', {}, 'budget')).toBe('experience')
    expect(screenToShow('test', { experience: 'casual' }, 'experience')).toBe('experience')
    expect(screenToShow('testc', { experience: 'casual' }, 'contact')).toBe('goals')
  })
})

describe('review keywords', () => {
  test('count praise, and not negated praise', () => {
    expect(says('Patient, clear and funny.', 'patient')).toBe(true)
    expect(says('She was never patient with me', 'patient')).toBe(false)
    expect(says('Not very patient', 'patient')).toBe(false)
    expect(says('Impatient', 'patient')).toBe(false)
    expect(says('Not cheap. So patient!', 'patient')).toBe(true)
    expect(says('He was not the most patient of teachers', 'patient')).toBe(false)
    expect(says('I wish she had been more patient', 'patient')).toBe(false)
    expect(says('It was kind of rushed', 'kind')).toBe(false)
    expect(says('That is the right kind of lesson', 'kind')).toBe(false)
    expect(says('Kind of rushed, but kind', 'kind')).toBe(true)
    expect(says('She could not be more patient', 'patient')).toBe(true)
    expect(says('Not only kind but clear', 'kind')).toBe(true)
    expect(says('Never met a more patient man', 'patient')).toBe(true)
    expect(mostSaid(['Patient.', 'So patient', 'Clear'], 'beginner')).toEqual({ word: 'patient', count: 2 })
    expect(mostSaid(['Patient.', 'Great'], 'beginner')).toBeNull()
  })
})
