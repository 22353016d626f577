import { beforeAll, describe, expect, test } from 'vitest'
import { searchCoaches } from '#features/search/queries.ts'
import { searchSchema } from '#features/search/schema.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
const run = (sql: string, values: unknown[] = []) => product.database.pool.query(sql, values)
let maya: Awaited<ReturnType<typeof addCoach>>

beforeAll(async () => {
  maya = await addCoach(product.database.pool, { name: 'Maya Bennett' })
  await addCoach(product.database.pool, { name: 'Dear Dana', hourlyRate: 180 })
  await addCoach(product.database.pool, { name: 'Hidden Hollis', isVisible: false })
})

const search = async (query = 'zip=28202', who = product.visitor()) =>
  (await who.get(`/api/coaches?${query}`)).json
const namesFound = async (query?: string) =>
  (await search(query)).coaches.map((coach: { name: string }) => coach.name)

describe('a cached search result', () => {
  test.each([
    'zip=28202',
    'zip=28202&sort=price-high&page=1',
    'zip=28202&minPrice=100&maxPrice=200',
    'zip=28202&launchMonitor=false&pgaClassA=true',
    'sort=rating&gender=all&facility=public',
    'zip=00000',
    'zip=28202&unknown=field',
    '',
  ])('matches the database, over REST and RPC: %s', async (query) => {
    const input = searchSchema.parse(Object.fromEntries(new URLSearchParams(query)))
    const expected = JSON.parse(
      JSON.stringify(await searchCoaches(product.services.db, input, false, testNow)),
    )
    for (const _ of ['read', 'remembered']) {
      expect(await search(query)).toEqual(expected)
      const call = await product.visitor().post('/rpc/search/coaches', { json: input, meta: [] })
      expect(call.json.json).toEqual(expected)
    }
  })

  test('has the same headers as every response', async () => {
    const answer = await product.visitor().get('/api/coaches?zip=28202')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  test.each(['zip=2820', 'zip=28202&zip=10001', 'zip[a]=28202', 'zip=28202&page=0', 'sort=worst'])(
    'is not returned for an invalid request: %s',
    async (query) => {
      const answer = await product.visitor().get(`/api/coaches?${query}`)
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_input'])
    },
  )

  test('does not change how an invalid body is refused', async () => {
    const visitor = product.visitor()
    const broken = await visitor.send('POST', '/rpc/search/coaches', '{', {
      'content-type': 'application/json',
    })
    expect(broken.status).toBe(400)
    expect((await visitor.post('/rpc/search/coaches', { json: { zip: 'x' } })).status).toBe(400)
  })
})

test('ignores an unannounced change, which proves that it comes from the cache', async () => {
  await search()
  await run(`alter table instructor_profiles disable trigger instructor_profiles_announce_coaches`)
  await run(`update instructor_profiles set bio = 'Said by nobody' where user_id = $1`, [maya.id])
  const bios = async () => (await search()).coaches.map((coach: { bio: string }) => coach.bio)
  expect(await bios()).not.toContain('Said by nobody')
  await run(`alter table instructor_profiles enable trigger instructor_profiles_announce_coaches`)
  await run(`notify greenside, 'coaches:changed'`)
  await expect.poll(bios).toContain('Said by nobody')
})

describe('once a change is announced', () => {
  /** Everybody has the old answer in memory before the change, and sees the new one after it. */
  async function sees(change: () => Promise<unknown>, expected: () => Promise<unknown>) {
    await search()
    await change()
    await expect.poll(expected, { interval: 5 }).toBe(true)
  }
  const firstPrice = async () => (await search('zip=28202&sort=price-low')).coaches[0].hourlyRateCents

  test('a new price is found', () =>
    sees(
      () => run('update instructor_profiles set hourly_rate = 66 where user_id = $1', [maya.id]),
      async () => (await firstPrice()) === 6600,
    ))

  test('a hidden coach is not found', async () => {
    const show = (visible: boolean) => () =>
      run('update instructor_profiles set is_visible = $2 where user_id = $1', [maya.id, visible])
    await sees(show(false), async () => !(await namesFound()).includes('Maya Bennett'))
    await sees(show(true), async () => (await namesFound()).includes('Maya Bennett'))
  })

  test('a new name is shown, the account name when the profile has none', () =>
    sees(
      async () => {
        await run('update instructor_profiles set display_name = null where user_id = $1', [maya.id])
        await search()
        await run(`update profiles set full_name = 'Maya Bennett-Cole' where id = $1`, [maya.id])
      },
      async () => (await namesFound()).includes('Maya Bennett-Cole'),
    ))

  test('a new coach is listed, and one who left is not', async () => {
    let added: { id: string } | undefined
    await sees(
      async () => {
        added = await addCoach(product.database.pool, { name: 'New Nell' })
      },
      async () => (await namesFound()).includes('New Nell'),
    )
    await sees(
      () => run('delete from profiles where id = $1', [added?.id]),
      async () => !(await namesFound()).includes('New Nell'),
    )
  })

  test('a place that moved is far away', () =>
    sees(
      () =>
        run('update instructor_teaching_locations set lat = 21.3, lng = -157.9 where instructor_id = $1', [
          maya.id,
        ]),
      async () => !(await namesFound()).includes('Maya Bennett-Cole'),
    ))
})

test('admins see hidden coaches, and an admin’s search does not expose them to others [row 42]', async () => {
  const admin = await product.admin('Avery Admin')
  const found = async (query: string) =>
    (await search(query, admin)).coaches.map((coach: { name: string }) => coach.name)
  await expect.poll(() => found('zip=28202')).toContain('Hidden Hollis')
  expect(await namesFound('zip=28202')).not.toContain('Hidden Hollis')
})
