import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { testNow } from '#tests/support/now.ts'
import { addCoach } from '#tests/support/people.ts'
import { searchCoaches } from './queries.ts'
import { refineLoaded } from './refine.ts'
import { type SearchInput, searchSchema } from './schema.ts'
import { facilityOptions, genderOptions, sortOptions } from './search.ts'
import { readSearchAddress, searchInputOf } from './search-address.ts'

const database = testDatabase()
const ask = (asked: object) => searchCoaches(database.db, searchSchema.parse(asked), false, testNow)
const asPage = (raw: Record<string, unknown>) => readSearchAddress({ zip: '28202', price: 'any', ...raw })

/** Twenty coaches around Charlotte that differ in every filterable field. */
beforeAll(async () => {
  for (let number = 0; number < 20; number++) {
    const { id } = await addCoach(database.pool, {
      name: `Coach ${number}`,
      hourlyRate: [60, 85, 100, 100.5, 125, 250][number % 6],
      lat: 35.2271 + (number % 4) * 0.1,
      lng: -80.8431,
    })
    await database.pool.query(
      `update instructor_profiles set gender = $2, launch_monitor = $3, credentials = $4, facility_types = $5,
        specialties = $6, location = $7 where user_id = $1`,
      [
        id,
        [null, 'female', 'male'][number % 3],
        number % 2 ? 'Doppler radar' : null,
        [[], ['PGA Class A Professional'], ['PGA Associate', 'Class A driver'], ['lpga CLASS a']][number % 4],
        number % 5 ? [] : ['indoor', 'country-club'],
        number % 3 ? ['Swing Mechanics'] : ['Course Strategy', 'Putting'],
        [null, 'Pittsburgh, PA', 'San Diego, CA', 'Charlotte, NC'][number % 4],
      ],
    )
  }
})

describe('filtering and sorting a loaded list', () => {
  const choices: Record<string, unknown>[] = [
    ...sortOptions.filter((sort) => sort !== 'soonest').map((sort) => ({ sort })),
    ...facilityOptions.map((facility) => ({ facility })),
    ...genderOptions.map((gender) => ({ gender, sort: 'price-high' })),
    { launchMonitor: 'true' },
    { pgaClassA: 'true', sort: 'rating' },
    { price: undefined, minPrice: '85', maxPrice: '100' },
    { price: undefined, facility: 'private', gender: 'female' },
  ]

  test.each(choices)(
    '%o gives the same coaches in the same order as the server [row 34] [row 35] [row 37] [row 38]',
    async (choice) => {
      const asked = searchInputOf(asPage({}))
      const loaded = { asked, result: await ask(asked) }
      const address = asPage(choice)
      const refined = refineLoaded(loaded, address)
      const truth = await ask(searchInputOf(address))
      expect(refined?.coaches.map(({ id }) => id)).toEqual(truth.coaches.map(({ id }) => id))
      expect(refined?.total).toBe(truth.total)
      expect(refined?.outsidePrice).toBe(truth.outsidePrice)
    },
  )

  test('a filtered list can’t be widened', async () => {
    const asked = searchInputOf(asPage({ gender: 'female' }))
    const loaded = { asked, result: await ask(asked) }
    expect(refineLoaded(loaded, asPage({}))).toBeNull()
    expect(refineLoaded(loaded, asPage({ gender: 'male' }))).toBeNull()
    expect(refineLoaded(loaded, asPage({ gender: 'female', launchMonitor: 'true' }))).not.toBeNull()
  })

  test('open times are known to the server only', async () => {
    const asked = searchInputOf(asPage({}))
    const loaded = { asked, result: await ask(asked) }
    expect(refineLoaded(loaded, asPage({ sort: 'soonest' }))).toBeNull()
    expect(refineLoaded(loaded, asPage({ when: 'sat.morning' }))).toBeNull()
    expect(refineLoaded(loaded, asPage({ type: 'group' }))).toBeNull()
    const onSaturday = { asked: searchInputOf(asPage({ when: 'sat' })), result: loaded.result }
    expect(refineLoaded(onSaturday, asPage({ when: 'sat', sort: 'rating' }))).not.toBeNull()
    expect(refineLoaded(onSaturday, asPage({}))).toBeNull()
  })

  test('a paginated list, or one of another place, can’t be refined', async () => {
    const asked: SearchInput = searchSchema.parse(searchInputOf(asPage({})))
    const result = await ask(asked)
    expect(refineLoaded({ asked, result: { ...result, total: 60 } }, asPage({ sort: 'rating' }))).toBeNull()
    expect(refineLoaded({ asked, result }, asPage({ zip: '80202' }))).toBeNull()
  })
})
