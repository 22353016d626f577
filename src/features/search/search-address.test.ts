import { describe, expect, test } from 'vitest'
import {
  countFilters,
  isSearching,
  priceRangeOf,
  readSearchAddress,
  searchInputOf,
} from './search-address.ts'

describe('a search URL', () => {
  test('keeps a ZIP code as typed, including a leading zero', () => {
    expect(readSearchAddress({ zip: '02116' })).toEqual({ zip: '02116' })
  })

  test('with invalid values opens the page without them', () => {
    const nonsense = {
      zip: '2820',
      sort: 'cheapest',
      minPrice: 'free',
      maxPrice: '-3',
      gender: 'x',
      facility: '<b>',
      page: '-1',
      launchMonitor: 'maybe',
      when: 'someday.morning',
      other: 'thing',
    }
    expect(readSearchAddress(nonsense)).toEqual({})
  })

  test('sent by the form without scripts omits defaults', () => {
    const sent = {
      zip: '28202',
      sort: 'distance',
      minPrice: '25',
      maxPrice: '200',
      gender: 'all',
      facility: 'all',
      page: '1',
    }
    expect(readSearchAddress(sent)).toEqual({ zip: '28202' })
  })

  test('keeps the choices, and round-trips', () => {
    const chosen = {
      zip: '28202',
      sort: 'rating',
      maxPrice: '90',
      gender: 'female',
      facility: 'indoor',
      launchMonitor: 'true',
      pgaClassA: 'true',
      when: 'sat.sun.morning',
      page: '3',
    } as const
    const read = readSearchAddress(chosen)
    expect(read).toEqual({ ...chosen, maxPrice: 90, launchMonitor: true, pgaClassA: true, page: 3 })
    expect(readSearchAddress({ ...read })).toEqual(read)
  })

  test('with reversed prices falls back to $25 to $200 [row 33]', () => {
    expect(priceRangeOf(readSearchAddress({ minPrice: '150', maxPrice: '50' }))).toEqual({
      low: 25,
      high: 200,
    })
  })

  test('with a page beyond the end shows the first', () => {
    expect(readSearchAddress({ page: '9999' })).toEqual({})
  })
})

test('the default price range is $25 to $200 unless any price is allowed [rows 32, 33]', () => {
  expect(searchInputOf({ zip: '28202' })).toMatchObject({
    minPrice: 25,
    maxPrice: 200,
    sort: 'distance',
    page: 1,
  })
  const open = searchInputOf({ zip: '28202', price: 'any' })
  expect(open).not.toHaveProperty('minPrice')
  expect(open).not.toHaveProperty('maxPrice')
})

test('the leftmost stop of the slider is $1, the next $5 [row 33]', () => {
  expect(priceRangeOf(readSearchAddress({ minPrice: '0' })).low).toBe(1)
  expect(priceRangeOf(readSearchAddress({ minPrice: '4' })).low).toBe(5)
  expect(priceRangeOf(readSearchAddress({ maxPrice: '4000' })).high).toBe(200)
})

test('both price bounds count as one filter, sort order and page as none', () => {
  expect(countFilters({ zip: '28202', sort: 'rating', page: 2 })).toBe(0)
  expect(countFilters({ minPrice: 50, maxPrice: 100, launchMonitor: true })).toBe(2)
})

test('the first visit shows only a prompt; any choice searches [row 28]', () => {
  expect(isSearching(readSearchAddress({}))).toBe(false)
  expect(isSearching(readSearchAddress({ gender: 'female' }))).toBe(true)
})
