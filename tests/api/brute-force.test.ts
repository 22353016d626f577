import { describe, expect, test } from 'vitest'
import { networkOf } from '#app/http/client-address.ts'
import { report } from '../support/counted.ts'
import { tokenFor } from '../support/mail.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const password = 'fairway-seven'
const wrong = (email: string) => ({ email, password: 'not-it-at-all' })

/** How many of the tries were looked at; the others were told to wait. */
async function countLookedAt(tries: number, attempt: (i: number) => ReturnType<Visitor['post']>) {
  let looked = 0
  for (let at = 0; at < tries; at += 50) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(50, tries - at) }, (_, i) => attempt(at + i)),
    )
    looked += answers.filter(({ status }) => status === 401).length
    for (const { status } of answers) expect([401, 429]).toContain(status)
  }
  return looked
}

describe('without a reverse proxy', () => {
  const product = testProduct({ RATE_LIMITS: 'on' })

  test('of 10,000 attempts from one address with any X-Forwarded-For, 20 per account are checked', async () => {
    const sam = await product.student()
    const looked = await countLookedAt(10_000, (i) =>
      product
        .visitor()
        .post('/api/sessions', wrong(sam.email), { 'x-forwarded-for': `203.0.113.${i % 250}` }),
    )
    report('10,000 tries from one address, forged X-Forwarded-For', { tries: 10_000, looked })
    expect(looked).toBe(20)
    // A stranger waits, also with the right password; the browser that Sam uses does not, and neither does a mailed link.
    const stranger = await product.visitor().post('/api/sessions', { email: sam.email, password })
    expect([stranger.status, stranger.json.code]).toEqual([429, 'too_many_requests'])
    expect(stranger.json.message).toMatch(
      /^Too many tries\. Please wait (a minute|\d+ minutes) and try again\. Or use “Email me a sign-in link” below: it works right away\.$/,
    )
    await sam.send('DELETE', '/api/sessions')
    expect((await sam.post('/api/sessions', { email: sam.email, password })).status).toBe(201)
    // The owner, on a new browser, is pointed to the mailed link, and it works at once.
    const fresh = product.visitor()
    expect((await fresh.post('/api/magic-links', { email: sam.email })).status).toBe(200)
    await product.sendMessages()
    const token = await tokenFor(product.database.pool, sam.email, '/magic-link-login')
    const entered = await fresh.put('/api/magic-links', { token })
    expect(entered.json.userId).toBe(sam.userId)
  }, 60_000)

  test('a browser known to one account does not count as known to another', async () => {
    const [sam, eve] = [await product.student(), await product.student('Eve')]
    await countLookedAt(30, () => product.visitor().post('/api/sessions', wrong(sam.email)))
    await eve.send('DELETE', '/api/sessions')
    expect((await eve.post('/api/sessions', wrong(sam.email))).status).toBe(429)
  })

  test('a known browser gets only its own 20 attempts', async () => {
    const sam = await product.student()
    await sam.send('DELETE', '/api/sessions')
    const { cookie } = sam
    const looked = await countLookedAt(40, () =>
      Object.assign(product.visitor(), { cookie }).post('/api/sessions', wrong(sam.email)),
    )
    report('a browser that is known', { tries: 40, looked })
    expect(looked).toBe(20)
  })
})

describe('behind one trusted proxy', () => {
  const product = testProduct({ RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' })

  test('1,000 addresses of one IPv6 network count as one: 60 attempts over all accounts are checked', async () => {
    const looked = await countLookedAt(1_000, (i) =>
      product.visitor().post('/api/sessions', wrong(`nobody-${i}@students.test`), {
        'x-forwarded-for': `2001:db8:aaaa:bbbb:${i.toString(16)}::1`,
      }),
    )
    report('1,000 addresses of one IPv6 /64, an account each', { tries: 1_000, looked })
    expect(looked).toBe(60)
  }, 60_000)

  test('1,000 addresses of one IPv6 network against one account: 20 attempts are checked', async () => {
    const sam = await product.student()
    const looked = await countLookedAt(1_000, (i) =>
      product.visitor().post('/api/sessions', wrong(sam.email), {
        'x-forwarded-for': `2001:db8:aaaa:cccc:${i.toString(16)}::1`,
      }),
    )
    report('1,000 addresses of one IPv6 /64, one account', { tries: 1_000, looked })
    expect(looked).toBe(20)
  }, 60_000)

  test('1,000 networks against one account: 20 attempts are checked, and the owner still gets in', async () => {
    const sam = await product.student()
    const looked = await countLookedAt(1_000, (i) =>
      product.visitor().post('/api/sessions', wrong(sam.email), {
        'x-forwarded-for': `2001:db8:${i.toString(16)}::1`,
      }),
    )
    await sam.send('DELETE', '/api/sessions')
    const known = await sam.post('/api/sessions', { email: sam.email, password })
    report('1,000 IPv6 networks, one account', {
      tries: 1_000,
      looked,
      ownBrowserAfterwards: known.status,
    })
    expect([looked, known.status]).toEqual([20, 201])
  }, 60_000)

  test('client entries before the proxy’s own X-Forwarded-For entry are ignored', async () => {
    const looked = await countLookedAt(200, (i) =>
      product.visitor().post('/api/sessions', wrong(`someone-${i}@students.test`), {
        'x-forwarded-for': `198.51.100.${i}, 203.0.113.9`,
      }),
    )
    report('entries before the proxy’s own', { tries: 200, looked })
    expect(looked).toBe(60)
  }, 60_000)

  test('an address that asked about five existing accounts learns nothing more for an hour', async () => {
    const from = { 'x-forwarded-for': '203.0.113.79' }
    const known = await product.student()
    const ask = async (email: string, headers = from) =>
      (
        await product
          .visitor()
          .post('/api/accounts', { name: 'Sam', email, phone: '7045550100', password }, headers)
      ).json.code ?? 'made'
    const [first] = [await ask(known.email)]
    expect(first).toBe('already_registered')
    for (let i = 0; i < 4; i++) await ask(known.email)
    expect([await ask(known.email), await ask('free-one@students.test')]).toEqual([
      'too_many_requests',
      'too_many_requests',
    ])
    expect(await ask('free-one@students.test', { 'x-forwarded-for': '203.0.113.80' })).toBe('made')
  })

  test('sign-ups are rate limited per address', async () => {
    const answers = []
    for (let i = 0; i < 25; i++)
      answers.push(
        await product
          .visitor()
          .post(
            '/api/accounts',
            { name: 'Sam', email: `many-${i}@students.test`, phone: '7045550100', password },
            { 'x-forwarded-for': '203.0.113.77' },
          ),
      )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.at(-1)?.status).toBe(429)
  }, 60_000)

  test('email requests are rate limited per address, with the same answer for everyone', async () => {
    const answers = []
    for (let i = 0; i < 25; i++)
      answers.push(
        await product
          .visitor()
          .post(
            '/api/password-resets',
            { email: `nobody-${i}@students.test` },
            { 'x-forwarded-for': '203.0.113.78' },
          ),
      )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)?.status).toBe(429)
  })

  test('the network of an address', () => {
    expect(networkOf('2001:db8:aaaa:bbbb:1:2:3:4')).toBe('2001:db8:aaaa:bbbb::/64')
    expect(networkOf('2001:db8:aaaa:bbbb::9')).toBe('2001:db8:aaaa:bbbb::/64')
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  })
})
