import { randomUUID } from 'node:crypto'
import twilioLibrary from 'twilio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { startTwilioDouble } from '#tests/support/twilio-double.ts'
import { localSms, localSmsSignature } from './local.ts'
import { type SmsPort, SmsRefused, SmsSignatureError, type TextMessage } from './sms.ts'
import { twilioSms } from './twilio.ts'

/** Requirements for both adapters. `phone` returns what its owner received. */
interface Subject {
  sms: SmsPort
  phone(number: string): Promise<string[]>
  count(): Promise<number>
  /** Signs an inbound text message, as the provider does. */
  sign(url: string, fields: Record<string, string>): string
  close(): Promise<void>
}

const NOW = Date.UTC(2026, 10, 20, 15)
const database = testDatabase()

const subjects: Record<string, () => Promise<Subject>> = {
  async local() {
    return {
      sms: localSms({ pool: database.pool, secret: 'of the outbox' }),
      async phone(number) {
        const { rows } = await database.pool.query(
          `select body_text from local_vendor.outbox where channel = 'sms' and recipient = $1 order by position`,
          [number],
        )
        return rows.map((row) => row.body_text)
      },
      async count() {
        const { rows } = await database.pool.query('select count(*)::int as n from local_vendor.outbox')
        return rows[0].n
      },
      sign: (url, fields) => localSmsSignature('of the outbox', url, fields),
      close: async () => undefined,
    }
  },
  async twilio() {
    const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' }
    const double = await startTwilioDouble({ ...account, now: () => NOW })
    return {
      sms: twilioSms({ ...account, from: '+13125550100', apiBase: double.url }),
      phone: async (number) => double.messages.filter(({ to }) => to === number).map(({ body }) => body),
      count: async () => double.messages.length,
      sign: (url, fields) => twilioLibrary.getExpectedTwilioSignature(account.authToken, url, fields),
      close: double.close,
    }
  },
}

describe.each(Object.keys(subjects))('text messages through %s', (name) => {
  let subject: Subject
  beforeAll(async () => {
    const start = subjects[name]
    if (!start) throw new Error(`no subject ${name}`)
    subject = await start()
  })
  afterAll(() => subject?.close())

  let numbers = 0
  const newMessage = (change: Partial<TextMessage> = {}): TextMessage => ({
    key: randomUUID(),
    to: `+1312555${1_000 + numbers++}`,
    text: 'Your lesson with José is tomorrow at 9:30 AM CST ⛳ Reply & see: https://greenside.example/l?a=1&b=2',
    ...change,
  })

  test('a message arrives unchanged', async () => {
    const message = newMessage()
    const { id } = await subject.sms.send(message)
    expect(id).not.toBe('')
    expect(await subject.phone(message.to)).toEqual([message.text])
  })

  test('a retried key arrives once', async () => {
    const message = newMessage()
    const first = await subject.sms.send(message)
    const again = await subject.sms.send({ ...message, firstTriedAt: NOW - 1_000 })
    expect(again).toEqual(first)
    expect(await subject.phone(message.to)).toHaveLength(1)
  })

  test('an attempt that was never sent is replaced by the next', async () => {
    const message = newMessage({ firstTriedAt: NOW - 1_000 })
    await subject.sms.send(message)
    expect(await subject.phone(message.to)).toEqual([message.text])
  })

  test('two keys are two messages, even with the same text', async () => {
    const message = newMessage()
    await subject.sms.send(message)
    await subject.sms.send({ ...message, key: randomUUID() })
    expect(await subject.phone(message.to)).toHaveLength(2)
  })

  test.each<[string, Partial<TextMessage>]>([
    ['a national number', { to: '3125550142' }],
    ['a number with spaces', { to: '+1 312 555 0142' }],
    ['two numbers', { to: '+13125550142,+13125550143' }],
    ['a number that is too long', { to: '+1234567890123456' }],
    ['a number that starts with zero', { to: '+03125550142' }],
    ['no number', { to: '' }],
    ['no words', { text: ' \n' }],
    ['a novel', { text: 'x'.repeat(1_601) }],
    ['a NUL', { text: 'Hello\0' }],
    ['no key', { key: '' }],
  ])('refused before sending: %s', async (_what, change) => {
    const before = await subject.count()
    await expect(subject.sms.send(newMessage(change))).rejects.toBeInstanceOf(SmsRefused)
    expect(await subject.count()).toBe(before)
  })

  describe('a delivery event', () => {
    const url = 'https://greenside.example/webhooks/sms-status'
    const told = (status: string, more: Record<string, string> = {}) => {
      const fields = {
        MessageSid: 'SM1',
        To: '+13125550142',
        From: '+13125550100',
        MessageStatus: status,
        ...more,
      }
      return { url, fields, signature: subject.sign(url, fields) }
    }

    test.each(['delivered', 'read'])('%s: delivered', async (status) => {
      expect(await subject.sms.readStatus(told(status))).toEqual({
        id: 'SM1',
        outcome: 'delivered',
        to: '+13125550142',
        trouble: null,
        note: null,
      })
    })

    test.each([
      ['undelivered', '30003', null],
      ['failed', '30008', null],
      ['undelivered', '30005', 'takes_none'],
      ['undelivered', '30006', 'takes_none'],
      ['failed', '21614', 'takes_none'],
      ['failed', '21610', 'opted_out'],
      ['failed', '', null],
    ])('%s with code %s: not delivered; the number’s state: %s', async (status, code, trouble) => {
      expect(await subject.sms.readStatus(told(status, { ErrorCode: code }))).toMatchObject({
        outcome: 'undelivered',
        trouble,
        note: code ? `error ${code}` : null,
      })
    })

    test.each(['queued', 'accepted', 'sending', 'sent', 'a word yet unknown', ''])(
      '%s: on its way',
      async (status) => {
        expect(await subject.sms.readStatus(told(status))).toBeNull()
      },
    )

    test.each<[string, (request: ReturnType<typeof told>) => object]>([
      ['without a signature', () => ({ signature: undefined })],
      ['with one made up', () => ({ signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' })],
      ['with another status', ({ fields }) => ({ fields: { ...fields, MessageStatus: 'failed' } })],
      ['of another text', ({ fields }) => ({ fields: { ...fields, MessageSid: 'SM2' } })],
      ['for another address', () => ({ url: 'https://greenside.example/webhooks/sms' })],
    ])('is refused %s', async (_what, change) => {
      const request = told('delivered')
      await expect(subject.sms.readStatus({ ...request, ...change(request) })).rejects.toBeInstanceOf(
        SmsSignatureError,
      )
    })
  })

  describe('an incoming text', () => {
    const url = 'https://greenside.example/webhooks/sms'
    const fields = { MessageSid: 'SM1', From: '+13125550142', To: '+13125550100', Body: 'STOP ⛳' }

    test('is read when the provider signed it', async () => {
      const signature = subject.sign(url, fields)
      expect(await subject.sms.readInbound({ url, fields, signature })).toEqual({
        id: 'SM1',
        from: '+13125550142',
        text: 'STOP ⛳',
      })
    })

    test.each<
      [string, Partial<{ url: string; fields: Record<string, string>; signature: string | undefined }>]
    >([
      ['without a signature', { signature: undefined }],
      ['with an empty one', { signature: '' }],
      ['with one made up', { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
      ['for another number', { fields: { ...fields, From: '+13125550199' } }],
      ['with other words', { fields: { ...fields, Body: 'START' } }],
      ['with a field more', { fields: { ...fields, Extra: '1' } }],
      ['for another address', { url: 'https://other.example/webhooks/sms' }],
    ])('is refused %s', async (_what, change) => {
      const request = { url, fields, signature: subject.sign(url, fields), ...change }
      await expect(subject.sms.readInbound(request)).rejects.toBeInstanceOf(SmsSignatureError)
    })
  })
})
