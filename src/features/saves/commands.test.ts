import { beforeAll, describe, expect, test } from 'vitest'
import { addCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'

const product = testProduct()
let coach: string
let hidden: string

beforeAll(async () => {
  const { pool } = product.database
  coach = (await addCoach(pool)).id
  hidden = (await addCoach(pool, { name: 'Hidden Hollis', isVisible: false })).id
})

const pat = { name: 'Pat Quinn', email: 'pat@golfers.test' }
const save = (body: object) =>
  product.visitor().post('/api/coach-saves', { instructorId: coach, ...pat, ...body })
const rows = async (email: string) =>
  (await product.database.pool.query('select * from instructor_saves where email = $1', [email])).rows

describe('a visitor who saves a profile', () => {
  test('leaves a name, an email, and optional details', async () => {
    const answer = await save({ phone: '(704) 555-0111', notes: ' Weekends only ' })
    expect([answer.status, answer.json]).toEqual([201, { ok: true }])
    expect(await rows(pat.email)).toMatchObject([
      {
        ...pat,
        phone: '(704) 555-0111',
        notes: 'Weekends only',
        instructor_id: coach,
        contacted: false,
        contacted_at: null,
      },
    ])
  })

  test('needs no phone and no notes', async () => {
    expect((await save({ email: 'short@golfers.test', phone: '', notes: '  ' })).status).toBe(201)
    expect(await rows('short@golfers.test')).toMatchObject([{ phone: null, notes: null }])
  })

  test('gets the same answer if it was saved before; typing the same email does not change earlier details', async () => {
    const answer = await save({ email: 'PAT@golfers.test', name: 'Mallory', phone: '1', notes: 'spam' })
    expect([answer.status, answer.json]).toEqual([201, { ok: true }])
    expect(await rows(pat.email)).toMatchObject([{ ...pat, phone: '(704) 555-0111', notes: 'Weekends only' }])
  })

  test('can fill in missing details later', async () => {
    await save({ email: 'short@golfers.test', notes: 'Short game' })
    expect(await rows('short@golfers.test')).toMatchObject([{ phone: null, notes: 'Short game' }])
  })

  test('is silently dropped if it is a bot that fills in the hidden field', async () => {
    expect((await save({ email: 'bot@golfers.test', website: 'https://spam.test' })).status).toBe(201)
    expect(await rows('bot@golfers.test')).toEqual([])
  })

  test('gets clear error messages', async () => {
    const answer = await save({ name: ' ', email: 'no', phone: 'call me', notes: 'x'.repeat(1001) })
    expect(answer.status).toBe(400)
    expect(answer.json.data.issues.map(({ message }: { message: string }) => message)).toEqual([
      'Name is required',
      'Invalid email address',
      'Phone number may only have digits, spaces and + ( ) - .',
      'Notes must be less than 1000 characters',
    ])
  })

  test('can’t save a hidden or nonexistent coach', async () => {
    for (const instructorId of [hidden, '00000000-0000-4000-8000-000000000000']) {
      const answer = await save({ instructorId, email: 'lost@golfers.test' })
      expect([answer.status, answer.json.code]).toEqual([404, 'no_such_coach'])
    }
  })
})

describe('a student who saves a profile', () => {
  test('needs one tap: name, email and phone come from the account', async () => {
    const sam = await product.student('Sam Rivera')
    const path = `/api/me/saved-coaches/${coach}`
    expect((await sam.get(path)).json).toEqual({ isSaved: false })
    expect((await sam.send('PUT', path)).json).toEqual({ wasSaved: false })
    expect((await sam.get(path)).json).toEqual({ isSaved: true })
    expect((await sam.send('PUT', path)).json).toEqual({ wasSaved: true })
    expect(await rows(sam.email)).toMatchObject([
      { name: 'Sam Rivera', phone: expect.stringContaining('704') },
    ])
  })

  test('finds profiles saved with the address before sign-up only once the address is confirmed', async () => {
    const { pool } = product.database
    const kim = await product.student('Kim Park')
    await save({ name: 'Kim', email: kim.email })
    const path = `/api/me/saved-coaches/${coach}`
    expect((await kim.get(path)).json).toEqual({ isSaved: false })
    expect((await kim.send('PUT', path)).json).toEqual({ wasSaved: false })
    expect(await rows(kim.email)).toHaveLength(2)
    const lee = await product.student('Lee Park')
    await save({ name: 'Lee', email: lee.email })
    await pool.query('update profiles set email_verified = true where id = $1', [lee.userId])
    expect((await lee.get(path)).json).toEqual({ isSaved: true })
  })

  test('from two tabs at once saves it once', async () => {
    const sam = await product.student()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sam.send('PUT', `/api/me/saved-coaches/${coach}`)),
    )
    expect(answers.map(({ json }) => json.wasSaved).filter((was) => !was)).toHaveLength(1)
    expect(await rows(sam.email)).toHaveLength(1)
  })
})

describe('saves from one network address', () => {
  const limited = testProduct({ RATE_LIMITS: 'on' })

  test('are limited to ten an hour', async () => {
    const { id } = await addCoach(limited.database.pool)
    const statuses: number[] = []
    for (let number = 0; number < 11; number++) {
      const body = { instructorId: id, name: 'Pat', email: `pat-${number}@golfers.test` }
      statuses.push((await limited.visitor().post('/api/coach-saves', body)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429])
  })
})

test('contacted and its time are set together', async () => {
  const { pool } = product.database
  await expect(pool.query('update instructor_saves set contacted = true')).rejects.toThrow('check constraint')
  await pool.query('update instructor_saves set contacted = true, contacted_at = current_instant()')
})
