import { describe, expect, test } from 'vitest'
import { testProduct } from '#tests/support/product.ts'

const product = testProduct()
const join = (body: object) => product.visitor().post('/api/waitlist', body)
const rows = async (email: string) =>
  (await product.database.pool.query('select * from city_waitlist where email = $1', [email])).rows
const pat = { name: 'Pat Quinn', email: 'pat@golfers.test', city: 'Cheyenne', state: 'WY' }

describe('a city’s waitlist [row 134]', () => {
  test('stores who is waiting, where, and what they want', async () => {
    const answer = await join({ ...pat, skillLevel: 'beginner', maxBudget: '100' })
    expect([answer.status, answer.json]).toEqual([201, { city: 'Cheyenne', state: 'WY' }])
    expect(await rows(pat.email)).toMatchObject([
      { ...pat, preferences: { skillLevel: 'beginner', maxBudget: 100 }, status: 'pending' },
    ])
  })

  test('has one entry per person: a second request gets the same answer and updates it', async () => {
    const answer = await join({
      ...pat,
      email: 'PAT@golfers.test',
      city: 'cheyenne',
      state: 'wy',
      maxBudget: 150,
    })
    expect([answer.status, answer.json]).toEqual([201, { city: 'Cheyenne', state: 'WY' }])
    expect(await rows(pat.email)).toMatchObject([{ preferences: { skillLevel: 'beginner', maxBudget: 150 } }])
  })

  test('is separate for another city', async () => {
    expect((await join({ ...pat, city: 'Laramie' })).status).toBe(201)
    expect(await rows(pat.email)).toHaveLength(2)
  })

  test('has one entry for a signed-in person, separate from the same address typed by a visitor', async () => {
    const sam = await product.student('Sam Rivera')
    const body = { ...pat, name: 'Sam Rivera', email: sam.email }
    await join(body)
    for (const maxBudget of [100, 150]) await sam.post('/api/waitlist', { ...body, maxBudget })
    expect(await rows(sam.email)).toMatchObject([
      { user_id: null, preferences: {} },
      { user_id: sam.userId, preferences: { maxBudget: 150 } },
    ])
  })

  test('lets a signed-in person correct a mistyped address while they wait', async () => {
    const lee = await product.student('Lee Park')
    const body = { ...pat, name: 'Lee Park' }
    for (const email of ['lee@typo.test', lee.email]) await lee.post('/api/waitlist', { ...body, email })
    expect(await rows('lee@typo.test')).toEqual([])
    const [row] = await rows(lee.email)
    expect(row).toMatchObject({ name: 'Lee Park', user_id: lee.userId, status: 'pending' })
    await product.database.pool.query(
      `update city_waitlist set status = 'notified', notified_at = current_instant() where id = $1`,
      [row.id],
    )
    await lee.post('/api/waitlist', { ...body, email: 'lee@other.test' })
    expect(await rows(lee.email)).toHaveLength(1)
  })

  test('silently drops a bot that fills in the hidden field', async () => {
    const answer = await join({ ...pat, email: 'bot@golfers.test', website: 'https://spam.test' })
    expect(answer.status).toBe(201)
    expect(await rows('bot@golfers.test')).toEqual([])
  })

  test('refuses invalid input and unknown cities with clear messages', async () => {
    const wrong = await join({ ...pat, name: '', email: 'no' })
    expect(wrong.status).toBe(400)
    expect(wrong.json.data.issues.map((issue: { message: string }) => issue.message)).toEqual([
      'Name is required',
      'Invalid email address',
    ])
    expect((await join({ ...pat, city: 'Nowhereville' })).json.code).toBe('no_such_city')
  })

  test('never puts a notified person back to waiting', async () => {
    const { pool } = product.database
    await pool.query(
      `update city_waitlist set status = 'notified', notified_at = current_instant() where email = $1`,
      [pat.email],
    )
    await expect(
      pool.query(`update city_waitlist set status = 'pending', notified_at = null where email = $1`, [
        pat.email,
      ]),
    ).rejects.toThrow('stays notified')
  })
})
