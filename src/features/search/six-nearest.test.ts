import { beforeAll, describe, expect, test } from 'vitest'
import { addCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'
import { consultationUrl } from './consultation.ts'
import { listNearestCoaches } from './six-nearest.ts'
import { findNearestZip, listTowns } from './zip-codes.ts'

const product = testProduct()

beforeAll(async () => {
  const { pool } = product.database
  for (let number = 0; number < 8; number++)
    await addCoach(pool, { name: `Charlotte ${number}`, lat: 35.2271 + number * 0.01, lng: -80.8431 })
  await addCoach(pool, { name: 'In Denver', lat: 39.7392, lng: -104.9903, city: 'Denver', state: 'CO' })
  await addCoach(pool, { name: 'Hidden Hollis', lat: 35.2271, lng: -80.8431, isVisible: false })
})

describe('where no coach is nearby', () => {
  test('shows coaches within driving distance, and none a thousand miles away', async () => {
    // Cheyenne: 95 miles from Denver, and 1,400 from Charlotte.
    const { origin, coaches } = await listNearestCoaches(product.database.db, '82001')
    expect(origin).toMatchObject({ city: 'Cheyenne', state: 'WY' })
    expect(coaches.map(({ name }) => name)).toEqual(['In Denver'])
    expect(coaches[0]?.distance).toBeGreaterThan(80)
    expect(coaches[0]?.distance).toBeLessThan(110)
    // Absarokee, Montana: more than 400 miles from either.
    expect((await listNearestCoaches(product.database.db, '59001')).coaches).toEqual([])
  })

  test('shows the six nearest coaches, nearest first, never hidden ones', async () => {
    const { coaches } = await listNearestCoaches(product.database.db, '28202')
    expect(coaches).toHaveLength(6)
    const miles = coaches.map((coach) => coach.distance ?? 0)
    expect(miles).toEqual(miles.toSorted((a, b) => a - b))
    expect(coaches.map(({ name }) => name)).not.toContain('Hidden Hollis')
  })

  test('shows none for an unknown ZIP code', async () => {
    expect(await listNearestCoaches(product.database.db, '00000')).toEqual({ origin: null, coaches: [] })
  })
})

describe('the visitor’s position', () => {
  test('maps to the nearest ZIP code', async () => {
    expect(await findNearestZip(product.database.db, { lat: 35.2271, lng: -80.8431 })).toMatchObject({
      city: 'Charlotte',
      state: 'NC',
    })
  })

  test('maps to none in the middle of the ocean or in Paris', async () => {
    expect(await findNearestZip(product.database.db, { lat: 35, lng: -40 })).toBeNull()
    expect(await findNearestZip(product.database.db, { lat: 48.85, lng: 2.35 })).toBeNull()
  })
})

test('the cities of an area are listed largest first', async () => {
  const towns = await listTowns(product.database.db, { lat: 35.2, lng: -80.8, span: 2 })
  expect(towns[0]).toMatchObject({ name: 'Charlotte', state: 'NC' })
  expect(towns.length).toBeGreaterThan(10)
})

describe('the server function get_instructor_genders', () => {
  test('returns a row for each visible coach with a gender, and takes no arguments [row 34]', async () => {
    const { pool } = product.database
    await pool.query(
      `update instructor_profiles set gender = 'female' where display_name in ('In Denver', 'Hidden Hollis')`,
    )
    const denver = await pool.query(
      `select user_id from instructor_profiles where display_name = 'In Denver'`,
    )
    const answer = await product.visitor().send('POST', '/api/functions/get_instructor_genders')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual([{ user_id: denver.rows[0].user_id, gender: 'female' }])
  })
})

describe('the home page', () => {
  test('shows the consultation URL from the settings or an email link, and no invented reviews [row 6]', async () => {
    const answer = await product.visitor().get('/api/home')
    const { env } = product.services
    expect(answer.json).toEqual({ consultationUrl: consultationUrl(env), testimonials: [] })
    const business = { ...env, isDemo: false, SUPPORT_EMAIL: 'help@fairway.test' }
    expect(consultationUrl(business)).toBe('mailto:help@fairway.test?subject=Free%20consultation%20call')
    const own = 'https://cal.fairway.test/talk'
    expect(consultationUrl({ ...business, CONSULTATION_URL: own })).toBe(own)
    expect(consultationUrl({ ...env, isDemo: true })).toBe(`${env.appUrl}/dev/consultation`)
  })
})
