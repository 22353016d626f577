import { beforeAll, describe, expect, test } from 'vitest'
import { searchCoaches } from '#features/search/queries.ts'
import { searchSchema } from '#features/search/schema.ts'
import { movableClock } from '#platform/clock.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testNow } from '#tests/support/now.ts'
import { addCoach } from '#tests/support/people.ts'
import { findCityPage, listCities } from './queries.ts'

const database = testDatabase()
const clock = movableClock(Date.parse('2026-11-21T12:00:00Z'))
const page = (slug: string) => findCityPage(database.db, clock, slug)
const fortMill = { city: 'Fort Mill', state: 'SC', lat: 35.0074, lng: -80.9451 }
const raleigh = { city: 'Raleigh', state: 'NC', lat: 35.7796, lng: -78.6382 }

beforeAll(async () => {
  const { pool } = database
  const maya = await addCoach(pool, { name: 'Maya', hourlyRate: 85 })
  const greg = await addCoach(pool, { name: 'Greg', hourlyRate: 60.5, instantBookEnabled: false })
  await addCoach(pool, { name: 'Priya', hourlyRate: 140, ...fortMill })
  await addCoach(pool, { name: 'Hidden', hourlyRate: 10, isVisible: false })
  for (const name of ['Ann', 'Bo', 'Cy', 'Di']) await addCoach(pool, { name, ...raleigh })
  await pool.query(`update instructor_profiles set launch_monitor = 'Doppler radar' where user_id = $1`, [
    maya.id,
  ])
  await pool.query(`update instructor_profiles set rating = $2, review_count = $3 where user_id = $1`, [
    maya.id,
    5,
    3,
  ])
  await pool.query(`update instructor_profiles set rating = $2, review_count = $3 where user_id = $1`, [
    greg.id,
    4,
    1,
  ])
})

describe('a city’s page', () => {
  test('counts the visible coaches within 50 miles, their prices, ratings and equipment', async () => {
    expect((await page('charlotte'))?.figures).toMatchObject({
      coachCount: 3,
      prices: { low: 6_050, median: 8_500, high: 14_000 },
      rating: { average: 4.8, reviews: 4 },
      instantBookCount: 2,
      launchMonitorCount: 1,
    })
  })

  test('counts the same coaches as a search around the ZIP code', async () => {
    for (const slug of ['charlotte', 'raleigh', 'fort-mill']) {
      const found = await page(slug)
      const searched = await searchCoaches(
        database.db,
        searchSchema.parse({ zip: found?.zip }),
        false,
        testNow,
      )
      expect(searched.total, slug).toBe(found?.figures.coachCount)
      expect(searched.origin, slug).toMatchObject({ city: found?.city, state: found?.state })
    }
  })

  test('names the places with the most coaches first', async () => {
    expect((await page('charlotte'))?.figures.venues).toEqual([
      { name: 'Longleaf Hollow Golf Center', city: 'Charlotte', state: 'NC', coaches: 2 },
      { name: 'Longleaf Hollow Golf Center', city: 'Fort Mill', state: 'SC', coaches: 1 },
    ])
  })

  test('links to nearby cities', async () => {
    const nearby = (await page('charlotte'))?.nearby.map(({ slug }) => slug)
    expect(nearby).toEqual(['fort-mill', 'raleigh'])
  })

  test('is found by name alone or with its state', async () => {
    expect(await page('charlotte-nc')).toMatchObject({ slug: 'charlotte', state: 'NC' })
    expect(await page('los-angeles')).toMatchObject({ city: 'Los Angeles', state: 'CA' })
    expect(await page('philadelphia')).toMatchObject({ city: 'Philadelphia', state: 'PA' })
    expect(await page('portland')).toMatchObject({ slug: 'portland-or' })
    expect(await page('new-york')).toMatchObject({ slug: 'new-york', state: 'NY' })
  })

  test('exists without coaches, and claims nothing it does not know', async () => {
    expect(await page('adak')).toMatchObject({
      state: 'AK',
      figures: { coachCount: 0, prices: null, rating: null, venues: [] },
      questions: [],
      nearby: [],
    })
  })

  test('does not exist for an unknown city', async () => {
    expect(await page('nowhereville')).toBeNull()
    expect(await page('shell-oil-box-150')).toBeNull()
  })

  test('is cached for five minutes', async () => {
    await page('savannah')
    await addCoach(database.pool, { name: 'Late', city: 'Savannah', state: 'GA', lat: 32.08, lng: -81.09 })
    expect((await page('savannah'))?.figures.coachCount).toBe(0)
    clock.advance(5 * 60_000)
    expect((await page('savannah'))?.figures.coachCount).toBe(1)
  })
})

test('cities with enough coaches nearby are listed, most coaches first', async () => {
  expect(await listCities(database.db, movableClock(0))).toEqual([
    { slug: 'raleigh', city: 'Raleigh', state: 'NC', coaches: 4 },
    { slug: 'charlotte', city: 'Charlotte', state: 'NC', coaches: 2 },
    { slug: 'fort-mill', city: 'Fort Mill', state: 'SC', coaches: 1 },
  ])
})
