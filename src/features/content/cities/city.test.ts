import { describe, expect, test } from 'vitest'
import type { CityFigures } from '../schema.ts'
import {
  type City,
  citiesAround,
  cityQuestions,
  makeGazetteer,
  priceRange,
  slugify,
  withCommas,
} from './city.ts'

const city = (name: string, state: string, zips: number): City => ({
  city: name,
  state,
  zips,
  zip: '00000',
  lat: 0,
  lng: 0,
})

describe('a city’s URL', () => {
  const gazetteer = makeGazetteer([
    city('New York', 'NY', 159),
    city('Charlotte', 'NC', 74),
    city('Charlotte', 'VT', 1),
    city('Portland', 'OR', 59),
    city('Portland', 'ME', 9),
    city('Coeur D Alene', 'ID', 3),
    city('York', 'PA', 8),
  ])
  const addressOf = (slug: string) => gazetteer.find(slug)

  test('is its name when no other city has it', () => {
    expect(gazetteer.slugOf('New York', 'NY')).toBe('new-york')
    expect(gazetteer.slugOf('Coeur D Alene', 'ID')).toBe('coeur-d-alene')
  })

  test('is its name for the best-known one, and its namesakes add their state', () => {
    expect(gazetteer.slugOf('Charlotte', 'NC')).toBe('charlotte')
    expect(gazetteer.slugOf('Charlotte', 'VT')).toBe('charlotte-vt')
  })

  test('includes the state when the name is ambiguous', () => {
    expect(gazetteer.slugOf('Portland', 'OR')).toBe('portland-or')
    expect(gazetteer.slugOf('Portland', 'ME')).toBe('portland-me')
  })

  test('is found in its longer and shorter form, with the canonical one returned', () => {
    expect(addressOf('charlotte-nc')).toMatchObject({ slug: 'charlotte', city: { state: 'NC' } })
    expect(addressOf('portland')).toMatchObject({ slug: 'portland-or', city: { state: 'OR' } })
    expect(addressOf('charlotte')).toMatchObject({ slug: 'charlotte' })
  })

  test('of an unknown city is not found, and neither is a partial name', () => {
    expect(addressOf('nowhereville')).toBeUndefined()
    expect(addressOf('charlotte-ca')).toBeUndefined()
    expect(addressOf('new')).toBeUndefined()
    expect(addressOf('')).toBeUndefined()
    expect(gazetteer.slugOf('Charlotte', 'CA')).toBeUndefined()
  })
})

test('names become URL slugs', () => {
  expect(slugify("Coeur d'Alene")).toBe('coeur-dalene')
  expect(slugify(' St. Louis ')).toBe('st-louis')
  expect(slugify('Melcher-dallas')).toBe('melcher-dallas')
})

test('nearby cities are those with the most coaches, nearest first, and never the city itself', () => {
  const at = (name: string, lat: number, coaches: number) => ({ name, lat, lng: -80, coaches })
  const around = citiesAround(
    { lat: 35, lng: -80 },
    [at('itself', 35, 9), at('far', 40, 99), at('small', 35.1, 1), at('big', 36, 20), at('near', 35.5, 5)],
    { within: 100, atMost: 2 },
  )
  expect(around.map(({ name }) => name)).toEqual(['near', 'big'])
})

test('prices and numbers in words', () => {
  expect(priceRange({ low: 6_000, high: 14_050 })).toBe('from $60 to $140.50 an hour')
  expect(priceRange({ low: 8_500, high: 8_500 })).toBe('$85 an hour')
  expect([999, 1_204, 1_000_000].map(withCommas)).toEqual(['999', '1,204', '1,000,000'])
})

describe('the questions about a city', () => {
  const figures: CityFigures = {
    coachCount: 11,
    prices: { low: 6_000, median: 8_500, high: 14_000 },
    rating: { average: 4.8, reviews: 204 },
    instantBookCount: 9,
    launchMonitorCount: 0,
    venues: [
      { name: 'Longleaf Hollow', city: 'Charlotte', state: 'NC', coaches: 2 },
      { name: 'Redbud Branch', city: 'Fort Mill', state: 'SC', coaches: 1 },
    ],
  }
  const answers = (change: Partial<CityFigures> = {}) =>
    cityQuestions('Charlotte', { ...figures, ...change })
      .map(({ answer }) => answer)
      .join('\n')

  test('are answered with the city’s own figures', () => {
    expect(answers()).toContain('from $60 to $140 an hour; half of them charge $85 or less')
    expect(answers()).toContain('Longleaf Hollow and Redbud Branch')
    expect(answers()).toContain('teach in Fort Mill')
    expect(answers()).toContain('9 of the 11 coaches')
  })

  test('never claim what does not exist', () => {
    expect(answers()).toContain('None of the coaches within 50 miles of Charlotte lists one yet')
    expect(answers({ instantBookCount: 0 })).toContain('takes instant bookings at the moment')
    expect(answers({ coachCount: 1, instantBookCount: 1 })).toContain('The one coach')
  })

  test('are empty where nobody teaches', () => {
    expect(cityQuestions('Adak', { ...figures, coachCount: 0, prices: null })).toEqual([])
  })
})
