import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { testNow } from '#tests/support/now.ts'
import { addCoach } from '#tests/support/people.ts'
import { searchCoaches } from './queries.ts'
import { sortCoaches } from './refine.ts'
import { type SearchInput, searchSchema } from './schema.ts'

const database = testDatabase()
const search = (input: Partial<SearchInput>, seesHidden = false) =>
  searchCoaches(database.db, searchSchema.parse(input), seesHidden, testNow)
const namesOf = async (input: Partial<SearchInput>, seesHidden = false) =>
  (await search(input, seesHidden)).coaches.map((coach) => coach.name)

/**
 * A position the given number of miles due north of a ZIP code's center. One degree of a great circle is
 * 69.0933 miles.
 */
async function north(zip: string, miles: number) {
  const found = await database.pool.query<{ lat: number; lng: number }>(
    'select lat, lng from zip_codes where zip = $1',
    [zip],
  )
  const { lat = 0, lng = 0 } = found.rows[0] ?? {}
  return { lat: lat + miles / ((3958.76 * Math.PI) / 180), lng }
}

beforeAll(async () => {
  const { pool } = database
  await addCoach(pool, { name: 'In Charlotte', ...(await north('28202', 1)) })
  await addCoach(pool, { name: 'Just inside', ...(await north('28202', 49.9)), state: 'NC' })
  await addCoach(pool, { name: 'Just outside', ...(await north('28202', 50.1)) })
  await addCoach(pool, { name: 'Hidden Hollis', isVisible: false, ...(await north('28202', 2)) })
  await addCoach(pool, {
    name: 'Across the line',
    lat: 35.0074,
    lng: -80.9451,
    city: 'Fort Mill',
    state: 'SC',
    hourlyRate: 150,
  })
  await addCoach(pool, {
    name: 'Keoni Akana',
    lat: 21.3069,
    lng: -157.8583,
    state: 'HI',
    zone: 'Pacific/Honolulu',
  })
  await addCoach(pool, {
    name: 'In Anchorage',
    lat: 61.2181,
    lng: -149.9003,
    state: 'AK',
    zone: 'America/Anchorage',
  })
})

describe('coaches within 50 miles of a ZIP', () => {
  test('49.9 miles are near, 50.1 are not, state lines are ignored, hidden coaches are not shown [rows 27, 42]', async () => {
    expect(await namesOf({ zip: '28202' })).toEqual(['In Charlotte', 'Across the line', 'Just inside'])
  })

  test('distances are great-circle, to a hundredth of a mile [row 27]', async () => {
    const { coaches } = await search({ zip: '28202' })
    expect(coaches[0]?.distance).toBeCloseTo(1, 2)
    expect(coaches[2]?.distance).toBeCloseTo(49.9, 2)
    expect(coaches[0]?.closestLocation).toMatchObject({ name: 'Longleaf Hollow Golf Center' })
  })

  test('admins also see hidden coaches [row 42]', async () => {
    expect(await namesOf({ zip: '28202' }, true)).toContain('Hidden Hollis')
  })

  test('Hawaii and Alaska find their own coaches', async () => {
    expect(await namesOf({ zip: '96815' })).toEqual(['Keoni Akana'])
    expect(await namesOf({ zip: '99501' })).toEqual(['In Anchorage'])
  })

  test('a coach across the 180th meridian is near', async () => {
    const { pool } = database
    await pool.query(`insert into zip_codes values ('99999', 'Amatignak', 'AK', 51.3, -179.9)`)
    await addCoach(pool, {
      name: 'On the other side',
      lat: 51.3,
      lng: 179.9,
      state: 'AK',
      zone: 'America/Adak',
    })
    expect(await namesOf({ zip: '99999' })).toEqual(['On the other side'])
  })

  test('an unknown ZIP code finds no coaches without an error', async () => {
    expect(await search({ zip: '00000' })).toMatchObject({
      origin: null,
      total: 0,
      page: 1,
      pageSize: 24,
      coaches: [],
    })
  })

  test('a coach with several places is listed once, by the nearest [rows 27, 44]', async () => {
    const { pool } = database
    const maya = await addCoach(pool, {
      name: 'Two places',
      ...(await north('80202', 30)),
      state: 'CO',
      zone: 'America/Denver',
    })
    const near = await north('80202', 3)
    await pool.query(
      `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone)
       values ($1, 'Near Range', 'Denver', 'CO', $2, $3, 'America/Denver')`,
      [maya.id, near.lat, near.lng],
    )
    const { coaches, total } = await search({ zip: '80202' })
    expect(total).toBe(1)
    expect(coaches[0]?.distance).toBeCloseTo(3, 1)
    expect(coaches[0]?.closestLocation?.name).toBe('Near Range')
    expect(
      coaches[0]?.locations.map((place) => place.name),
      'primary first',
    ).toEqual(['Longleaf Hollow Golf Center', 'Near Range'])
  })
})

describe('a coach with missing fields', () => {
  test('gets default name, bio, rate and place [rows 46, 48]', async () => {
    const { pool } = database
    const { id } = await addCoach(pool, { ...(await north('73401', 1)), city: 'Ardmore', state: 'OK' })
    await pool.query(`update instructor_profiles set display_name = null where user_id = $1`, [id])
    await pool.query(`update profiles set full_name = 'Dee Lamar' where id = $1`, [id])
    const card = async () => (await search({ zip: '73401' })).coaches[0]
    expect(await card()).toMatchObject({
      name: 'Dee Lamar',
      bio: 'Experienced golf instructor dedicated to helping students improve their game.',
      hourlyRateCents: 8500,
      location: 'Ardmore, OK',
      rating: 0,
      verified: true,
      availability: 'Available',
      gender: null,
      primaryLocationCity: 'Ardmore',
      galleryImages: [],
    })
  })
})

describe('filters and order', () => {
  test('price bounds are inclusive [row 33]', async () => {
    expect(await namesOf({ zip: '28202', minPrice: 150, maxPrice: 150 })).toEqual(['Across the line'])
    expect(await namesOf({ zip: '28202', maxPrice: 85, sort: 'price-high' })).toEqual([
      'In Charlotte',
      'Just inside',
    ])
  })

  test('highest rated tempers few reviews with the average, and unrated coaches come last [row 38]', async () => {
    const { pool } = database
    const rated = async (name: string, rating: number, count: number) => {
      const { id } = await addCoach(pool, { name, ...(await north('59718', 2)), state: 'MT' })
      await pool.query('update instructor_profiles set rating = $2, review_count = $3 where user_id = $1', [
        id,
        rating,
        count,
      ])
    }
    await rated('5.0 of 4', 5, 4)
    await rated('none yet', 0, 0)
    await rated('4.9 of 60', 4.9, 60)
    await rated('3.9 of 40', 3.9, 40)
    await rated('5.0 of 60', 5, 60)
    const { coaches } = await search({ zip: '59718', sort: 'rating' })
    const names = ['5.0 of 60', '4.9 of 60', '5.0 of 4', '3.9 of 40', 'none yet']
    expect(coaches.map(({ name }) => name)).toEqual(names)
    expect(sortCoaches(coaches.toReversed(), 'rating').map(({ name }) => name)).toEqual(names)
  })

  test('coaches excluded only by price are counted separately, and none when any price is allowed', async () => {
    const cheap = await search({ zip: '28202', maxPrice: 100 })
    expect(cheap.coaches.every((coach) => coach.hourlyRateCents <= 10_000)).toBe(true)
    const all = await search({ zip: '28202' })
    expect(cheap.outsidePrice).toBeGreaterThan(0)
    expect(cheap.total + cheap.outsidePrice).toBe(all.total)
    expect(all.outsidePrice).toBe(0)
  })

  test('PGA Class A requires both words in one credential [row 35]', async () => {
    const { pool } = database
    const place = await north('59001', 1)
    const one = await addCoach(pool, { name: 'Has it', ...place })
    const two = await addCoach(pool, { name: 'Has halves', ...place })
    await pool.query(`update instructor_profiles set credentials = $2 where user_id = $1`, [
      one.id,
      ['pga CLASS a Professional'],
    ])
    await pool.query(`update instructor_profiles set credentials = $2 where user_id = $1`, [
      two.id,
      ['PGA Associate', 'Class A driver'],
    ])
    expect(await namesOf({ zip: '59001', pgaClassA: true })).toEqual(['Has it'])
  })

  test('24 per page, every coach once, with a separate total', async () => {
    const { pool } = database
    const place = await north('73301', 5)
    for (let number = 0; number < 27; number++) await addCoach(pool, { name: `Coach ${number}`, ...place })
    const [first, second] = [await search({ zip: '73301' }), await search({ zip: '73301', page: 2 })]
    expect([first.total, first.coaches.length, second.total, second.coaches.length]).toEqual([27, 24, 27, 3])
    expect(new Set([...first.coaches, ...second.coaches].map((coach) => coach.id)).size).toBe(27)
  })

  test('without a ZIP code all coaches are listed, without distances', async () => {
    const { total, coaches, origin } = await search({ sort: 'reviews' })
    expect(total).toBeGreaterThan(27)
    expect([coaches[0]?.distance, origin]).toEqual([null, null])
  })
})
