import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTwilioDouble } from '#tests/support/twilio-double.ts'
import { SmsRefused, SmsUnavailable } from './sms.ts'
import { twilioSms } from './twilio.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' }
const message = { key: 'booking-1/reminder', to: '+13125550142', text: 'Your lesson is tomorrow.' }

let double: Awaited<ReturnType<typeof startTwilioDouble>>
beforeEach(async () => {
  double = await startTwilioDouble({ ...account, now: () => NOW })
})
afterEach(() => double.close())

interface Change {
  from?: string
  authToken?: string
  apiBase?: string
  statusUrl?: string
  /** A short timeout for tests of an unresponsive provider; the default must allow for a slow machine. */
  timeoutMs?: number
}
const connect = (change: Change = {}) =>
  twilioSms({ ...account, from: '+13125550100', apiBase: double.url, timeoutMs: 15_000, ...change })

test('it sends from our number, or from our messaging service', async () => {
  await connect().send(message)
  await connect({ from: 'MG0123456789' }).send(message)
  expect(double.messages).toMatchObject([
    { from: '+13125550100', messaging_service_sid: null },
    { from: null, messaging_service_sid: 'MG0123456789' },
  ])
})

test('it requests delivery events, and uses Twilio’s response', async () => {
  const sms = connect({ statusUrl: 'https://greenside.example/webhooks/sms-status' })
  const { id } = await sms.send(message)
  expect(await sms.readStatus(double.statusOf(id, 'sent'))).toBeNull()
  expect(await sms.readStatus(double.statusOf(id, 'undelivered', 30_003))).toEqual({
    id,
    outcome: 'undelivered',
    to: message.to,
    trouble: null,
    note: 'error 30003',
  })
})

describe('the first response was lost', () => {
  const again = { ...message, firstTriedAt: NOW - 5_000 }
  beforeEach(async () => {
    double.misbehave('lose the answer')
    await expect(connect().send(message)).rejects.toBeInstanceOf(SmsUnavailable)
    expect(double.messages).toHaveLength(1)
  })
  const first = () => double.messages[0]

  test('the next attempt finds the message and does not send another', async () => {
    expect(await connect().send(again)).toEqual({ id: first()?.sid })
    expect(double.messages).toHaveLength(1)
  })

  test.each([
    ['could not be delivered', { status: 'undelivered' }],
    ['was an earlier one with the same words', { date_created: new Date(NOW - 3_600_000).toUTCString() }],
    ['says something else', { body: 'Your lesson is today.' }],
  ])('unless that message %s', async (_what, change) => {
    Object.assign(first() ?? {}, change)
    await connect().send(again)
    expect(double.messages).toHaveLength(2)
  })
})

describe('retryable and final errors', () => {
  test.each(['hang', 500, 503, 429, 401] as const)('retryable: %s', async (problem) => {
    double.misbehave(problem)
    await expect(connect(problem === 'hang' ? { timeoutMs: 300 } : {}).send(message)).rejects.toBeInstanceOf(
      SmsUnavailable,
    )
  })

  test.each([
    ['not a mobile number', 21_614, 'takes_none'],
    ['its owner said STOP', 21_610, 'opted_out'],
    ['not a number at all', 21_211, null],
  ])('final: %s', async (_what, code, trouble) => {
    double.refuseNumber(message.to, code)
    await expect(connect().send(message)).rejects.toMatchObject({
      name: 'SmsRefused',
      trouble,
      cause: { code },
    })
    await expect(connect().send(message)).rejects.toBeInstanceOf(SmsRefused)
  })

  test('a wrong token is a configuration error, and is not logged', async () => {
    const failure = await connect({ authToken: 'a-wrong-token' })
      .send(message)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SmsUnavailable)
    expect(String(failure instanceof Error && failure.cause)).not.toContain('a-wrong-token')
  })

  test('no server is listening', async () => {
    await expect(connect({ apiBase: 'http://127.0.0.1:9' }).send(message)).rejects.toBeInstanceOf(
      SmsUnavailable,
    )
  })
})
