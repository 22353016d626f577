import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EmailSignatureError } from './email.ts'
import { readMailgunEvent, signMailgunEvent } from './mailgun-events.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const KEY = 'key-of-the-webhooks'
const TOKEN = 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0'
const delivered = {
  event: 'delivered',
  id: 'CPgfbmQMTCKtHW6uIWtuVe',
  timestamp: NOW / 1000 + 0.25,
  recipient: 'Sam@Example.com',
  message: { headers: { 'message-id': '20180412195244.1.E9F32C40C2BFD43E@example.com' } },
  'delivery-status': { code: 250, message: 'OK' },
}
const failed = { ...delivered, event: 'failed', severity: 'permanent' }
const sign = (data: object, now = NOW) => signMailgunEvent(data, { key: KEY, token: TOKEN, now })
const read = (data: object) => readMailgunEvent(sign(data), [KEY], NOW)

describe('signatures', () => {
  test('follow the documented scheme: time followed by token', () => {
    const { signature } = JSON.parse(sign(delivered))
    const seconds = String(NOW / 1000)
    const expected = createHmac('sha256', KEY).update(`${seconds}${TOKEN}`).digest('hex')
    expect(signature).toEqual({ timestamp: seconds, token: TOKEN, signature: expected })
  })

  test.each([
    ['the key in force', [KEY], NOW],
    ['the old key while it is replaced', ['next', KEY], NOW],
    ['eight hours of tries', [KEY], NOW + 8 * 3_600_000],
    ['a clock ahead of ours', [KEY], NOW - 300_000],
  ])('accepted: %s', (_case, keys, now) => {
    expect(readMailgunEvent(sign(delivered), keys, now)).toMatchObject({ outcome: 'delivered' })
  })

  test.each<[string, string, string[], number]>([
    ['another key', sign(delivered), ['another'], NOW],
    ['no key', sign(delivered), [''], NOW],
    ['no keys', sign(delivered), [], NOW],
    ['a day ago', sign(delivered), [KEY], NOW + 24 * 3_600_000],
    ['from the future', sign(delivered), [KEY], NOW - 301_000],
    ['no signature', JSON.stringify({ 'event-data': delivered }), [KEY], NOW],
    ['nothing', '', [KEY], NOW],
    ['a form', 'event=failed&recipient=sam@example.com', [KEY], NOW],
    ['an empty token', signMailgunEvent(delivered, { key: KEY, token: '', now: NOW }), [KEY], NOW],
    ['null', 'null', [KEY], NOW],
  ])('refused: %s', (_case, body, keys, now) => {
    expect(() => readMailgunEvent(body, keys, now)).toThrow(EmailSignatureError)
  })

  test('1,000 forgeries, none accepted', () => {
    const forgery = fc.record(
      {
        timestamp: fc.oneof(fc.nat().map(String), fc.string({ maxLength: 20 })),
        token: fc.string({ maxLength: 60 }),
        signature: fc.oneof(fc.stringMatching(/^[0-9a-f]{64}$/), fc.string({ maxLength: 70 })),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(forgery, (signature) => {
        const body = JSON.stringify({ signature, 'event-data': failed })
        expect(() => readMailgunEvent(body, [KEY], NOW)).toThrow(EmailSignatureError)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('events', () => {
  test('a delivered email: whose, which and when', () => {
    expect(read(delivered)).toEqual({
      id: delivered.id,
      token: TOKEN,
      outcome: 'delivered',
      isAddressBad: false,
      email: 'sam@example.com',
      messageId: '20180412195244.1.E9F32C40C2BFD43E@example.com',
      note: '250 OK',
      at: NOW + 250,
    })
  })

  test.each<[string, object, boolean]>([
    ['a mailbox that does not exist', { 'delivery-status': { code: 550, message: 'No such user' } }, true],
    ['a hard bounce', { 'delivery-status': { code: 554, 'bounce-type': 'hard' } }, true],
    ['one that bounced before', { reason: 'suppress-bounce', 'delivery-status': { code: 605 } }, true],
    ['a soft bounce', { 'delivery-status': { code: 550, 'bounce-type': 'soft' } }, false],
    [
      'a mail turned down for its words',
      { 'delivery-status': { code: 554, message: 'looks like spam' } },
      false,
    ],
    ['days of tries', { reason: 'old', 'delivery-status': { code: 550, 'bounce-type': 'hard' } }, false],
    ['no status at all', { 'delivery-status': null }, false],
  ])('%s was not delivered; the address is bad: %j', (_case, change, isAddressBad) => {
    expect(read({ ...failed, ...change })).toMatchObject({ outcome: 'undelivered', isAddressBad })
  })

  test('a delivery that Mailgun retries is not an event yet', () => {
    expect(read({ ...failed, severity: 'temporary' })).toBeNull()
  })

  test.each([
    ['a complaint', { ...delivered, event: 'complained' }],
    ['one that Mailgun remembers', { ...failed, reason: 'suppress-complaint' }],
  ])('%s is a complaint, not a bad address', (_case, data) => {
    expect(read(data)).toMatchObject({ outcome: 'complained', isAddressBad: false })
  })

  test.each([
    ['opened', { ...delivered, event: 'opened' }],
    ['clicked', { ...delivered, event: 'clicked' }],
    ['accepted', { ...delivered, event: 'accepted' }],
    ['a type yet unknown', { ...delivered, event: 'pondered' }],
    ['nobody named', { ...delivered, recipient: undefined }],
  ])('%s is ignored', (_case, data) => {
    expect(read(data)).toBeNull()
  })

  test('a signed event with an unknown format is an error, not a bounce', () => {
    expect(() => read({ ...failed, id: undefined })).toThrow()
  })
})
