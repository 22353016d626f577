import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rainRules } from '#features/coaches/coach.ts'
import { HOUR } from '#platform/duration.ts'
import { isTooBad, rainRuleText, STORM_MPH, weatherDuring, weatherWords } from './rain-check.ts'

const fair = { chanceOfRain: 0, isThunder: false, windMph: 5 }

test('the limits of each rule are exact', () => {
  const from = (rule: (typeof rainRules)[number]) =>
    Array.from({ length: 101 }, (_, chanceOfRain) => chanceOfRain).find((chanceOfRain) =>
      isTooBad(rule, { ...fair, chanceOfRain }),
    )
  expect(rainRules.map(from)).toEqual([undefined, undefined, 60, 40])
  const ofWind = (windMph: number) => rainRules.map((rule) => isTooBad(rule, { ...fair, windMph }))
  expect(ofWind(STORM_MPH - 1)).toEqual([false, false, false, false])
  expect(ofWind(STORM_MPH)).toEqual([false, true, true, true])
  expect(rainRules.map((rule) => isTooBad(rule, { ...fair, isThunder: true }))).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a stricter rule includes everything of a milder one', () => {
  const weather = fc.record({
    chanceOfRain: fc.integer({ min: 0, max: 100 }),
    isThunder: fc.boolean(),
    windMph: fc.integer({ min: 0, max: 90 }),
  })
  fc.assert(
    fc.property(weather, (one) => {
      const answers = rainRules.map((rule) => Number(isTooBad(rule, one)))
      expect(answers).toEqual(answers.toSorted())
    }),
  )
})

test('the weather of a lesson is the worst of its hours, and unknown when one is missing', () => {
  const hours = [0, 1, 2, 3].map((nth) => ({
    start: nth * HOUR,
    end: (nth + 1) * HOUR,
    chanceOfRain: nth * 20,
    isThunder: nth === 1,
    windMph: 10 - nth,
  }))
  expect(weatherDuring(hours, { start: HOUR / 2, end: 1.5 * HOUR })).toEqual({
    chanceOfRain: 20,
    isThunder: true,
    windMph: 10,
  })
  expect(weatherDuring(hours, { start: 2 * HOUR, end: 3 * HOUR })).toEqual({
    chanceOfRain: 40,
    isThunder: false,
    windMph: 8,
  })
  expect(weatherDuring(hours, { start: 3.5 * HOUR, end: 4.5 * HOUR })).toBeNull()
  expect(weatherDuring([], { start: 0, end: HOUR })).toBeNull()
})

test('rules and forecasts are plain sentences', () => {
  expect(rainRuleText('off')).toBeNull()
  expect(rainRuleText('likely_rain')).toBe(
    'Bad weather: move, cancel or keep a credit without a fee when a 60% chance of rain, thunderstorms or 35 mph wind are forecast for your outdoor lesson within 48 hours.',
  )
  expect(weatherWords({ chanceOfRain: 80, isThunder: true, windMph: 40 })).toBe(
    '80% chance of rain, thunderstorms and wind of 40 mph',
  )
  expect(weatherWords({ ...fair, chanceOfRain: 70 })).toBe('70% chance of rain')
})
