import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import library from 'web-push'
import { startPushDouble } from '#tests/support/push-double.ts'
import { PushRefused, PushUnavailable } from './push.ts'
import { webPush } from './web-push.ts'

const keys = library.generateVAPIDKeys()
let double: Awaited<ReturnType<typeof startPushDouble>>
beforeAll(async () => {
  double = await startPushDouble()
})
afterAll(() => double.close())

/** Tests of an unresponsive service use a short timeout; all others must allow for a slow machine. */
const connect = (timeoutMs = 15_000) =>
  webPush({ ...keys, contact: 'mailto:hello@greenside.example', extraHosts: [double.host], timeoutMs })
const message = { key: 'lesson_booked:1', payload: '{"title":"You are booked ⛳"}' }

describe('a push message', () => {
  test('can be read only by its browser', async () => {
    const [mine, other] = [double.browser(), double.browser()]
    expect(await connect().send(mine, message)).toBe('sent')
    expect(double.pushed.at(-1)).toMatchObject({ path: mine.path, payload: message.payload })
    await connect().send({ ...mine, p256dh: other.p256dh, auth: other.auth }, message)
    expect(double.pushed.at(-1)?.payload).toBeNull()
  })

  test('is signed for this push service, kept for half a day, and replaces one with the same key', async () => {
    await connect().send(double.browser(), message)
    const headers = double.pushed.at(-1)?.headers ?? {}
    expect(headers.ttl).toBe(String(12 * 3_600))
    expect(headers.topic).toMatch(/^[\w-]{32}$/)
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers.authorization)) ?? []
    expect(key).toBe(keys.publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(keys.publicKey, 'base64url')
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const isOurs = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isOurs).toBe(true)
    const claimed = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(claimed).toMatchObject({ aud: `http://${double.host}`, sub: 'mailto:hello@greenside.example' })
  })

  test.each([
    [404, 'gone'],
    [410, 'gone'],
  ])('to an expired subscription (%i) reports it', async (status, outcome) => {
    const browser = double.browser()
    double.answer(browser.path, status)
    expect(await connect().send(browser, message)).toBe(outcome)
  })

  test.each([
    [429, PushUnavailable],
    [500, PushUnavailable],
    [503, PushUnavailable],
    [0, PushUnavailable],
    [400, PushRefused],
    [403, PushRefused],
    [413, PushRefused],
  ])('answered with %i is retried or not', async (status, error) => {
    const browser = double.browser()
    double.answer(browser.path, status)
    const patience = status === 0 ? 500 : undefined
    await expect(connect(patience).send(browser, message)).rejects.toBeInstanceOf(error)
  })

  test('with missing, invalid or oversized keys is never sent', async () => {
    const before = double.pushed.length
    await expect(connect().send({ ...double.browser(), p256dh: 'no key' }, message)).rejects.toBeInstanceOf(
      PushRefused,
    )
    await expect(
      connect().send(double.browser(), { ...message, payload: 'x'.repeat(4_000) }),
    ).rejects.toBeInstanceOf(PushRefused)
    expect(double.pushed.length).toBe(before)
  })
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilfcm.googleapis.com.evil/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/abc', false],
  ['file:///etc/passwd', false],
  ['nothing', false],
])('whether %s is called: %s', (endpoint, expected) => {
  expect(connect().accepts(endpoint)).toBe(expected)
})
