import { beforeAll, describe, expect, test } from 'vitest'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { testProduct } from '../support/product.ts'
import { agreeToTexts, codeTextedTo, enterTextCode, refuseTexts } from '../support/texting.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
})

let numbers = 2_000
type Person = Awaited<ReturnType<typeof product.student>>

/** A student with a number of their own. */
async function withNumber(phone = `+1704555${++numbers}`): Promise<Person & { phone: string }> {
  const person = await product.student()
  await product.query('update profiles set phone = $2 where id = $1', [person.userId, phone])
  return Object.assign(person, { phone })
}

const stateOf = async (person: Person) => (await person.get('/api/notification-preferences')).json.texts.state

const textsTo = async (phone: string): Promise<string[]> =>
  (
    await product.database.pool.query<{ body_text: string }>(
      `select body_text from local_vendor.outbox where channel = 'sms' and recipient = $1 order by created_at`,
      [phone],
    )
  ).rows.map(({ body_text }) => body_text)

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('opting in to texts', () => {
  test('requires the code texted to the number', async () => {
    const sam = await withNumber()
    const bare = await sam.put('/api/text-consent', { agrees: true })
    expect(bare.status).toBe(400)
    expect((await enterTextCode(sam, '123456')).json.code).toBe('wrong_code')
    expect(await stateOf(sam)).toBe('not_agreed')
    expect((await sam.post('/api/text-consent/code')).status).toBe(201)
    expect(await stateOf(sam)).toBe('code_sent')
    const code = await codeTextedTo(product, sam.phone)
    expect((await enterTextCode(sam, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await stateOf(sam)).toBe('agreed')
    expect((await refuseTexts(sam)).status).toBe(200)
    expect((await enterTextCode(sam, code)).json.code).toBe('wrong_code')
    const logged = await product.database.pool.query(
      'select message_content, status from sms_logs where user_id = $1',
      [sam.userId],
    )
    expect(logged.rows).toEqual([{ message_content: expect.stringContaining('••••••'), status: 'sent' }])
  })

  test('with another person’s number sends that number only a code', async () => {
    const mallory = await withNumber()
    await mallory.post('/api/text-consent/code')
    const code = await codeTextedTo(product, mallory.phone)
    for (let tries = 0; tries < 5; tries++)
      expect((await enterTextCode(mallory, another(code))).json.code).toBe('wrong_code')
    // After five wrong ones the right one is no good any more.
    expect((await enterTextCode(mallory, code)).json.code).toBe('wrong_code')
    const start = new Date(product.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await bookPaid(product, mallory, { instructorId: maya.userId, start: `${start}T15:00:00.000Z` })
    expect(await textsTo(mallory.phone)).toHaveLength(1)
  })

  test('fails after ten minutes, and a code works only for its own number', async () => {
    const sam = await withNumber()
    await sam.post('/api/text-consent/code')
    const code = await codeTextedTo(product, sam.phone)
    product.clock.advance(10 * 60_000)
    expect(await stateOf(sam)).toBe('not_agreed')
    expect((await enterTextCode(sam, code)).json.code).toBe('wrong_code')
    await sam.post('/api/text-consent/code')
    const fresh = await codeTextedTo(product, sam.phone)
    await product.query('update profiles set phone = $2 where id = $1', [sam.userId, `+1704555${++numbers}`])
    expect((await enterTextCode(sam, fresh)).json.code).toBe('wrong_code')
  })

  test.each([
    ['in England', '+447911123456'],
    ['in Jamaica', '+18765550123'],
    ['that costs extra', '+19002345678'],
  ])('with a number %s is refused, and nothing is sent', async (_, phone) => {
    const sam = await withNumber(phone)
    expect(await stateOf(sam)).toBe('not_served')
    const asked = await sam.post('/api/text-consent/code')
    expect([asked.status, asked.json.code]).toEqual([409, 'not_served'])
    expect(await textsTo(phone)).toEqual([])
  })

  test('from before numbers were verified does not count', async () => {
    const sam = await withNumber()
    await product.query(
      `insert into sms_consents (user_id, phone, action, source, wording, said_at) values ($1, $2, 'given', 'settings', 'x', $3)`,
      [sam.userId, sam.phone, new Date(product.clock.now())],
    )
    expect(await stateOf(sam)).toBe('not_agreed')
    expect((await agreeToTexts(product, sam, sam.phone)).status).toBe(200)
  })
})

describe('codes', () => {
  const limited = testProduct({ RATE_LIMITS: 'on' })

  test('are limited: five per person and hour, five per number and day', async () => {
    const phone = '+17045559999'
    const ask = async (times: number) => {
      const person = await limited.student()
      await limited.database.pool.query('update profiles set phone = $2 where id = $1', [
        person.userId,
        phone,
      ])
      const statuses: number[] = []
      for (let n = 0; n < times; n++) statuses.push((await person.post('/api/text-consent/code')).status)
      return statuses
    }
    expect(await ask(4)).toEqual([201, 201, 201, 201])
    expect(await ask(2)).toEqual([201, 429])
  })
})
