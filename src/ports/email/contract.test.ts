import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { startSmtpDouble } from '#tests/support/smtp-double.ts'
import { bareMessageId, type EmailPort, EmailRefused, EmailSignatureError, type Mail } from './email.ts'
import { localEmail } from './local.ts'
import { signMailgunEvent } from './mailgun-events.ts'
import { smtpEmail } from './smtp.ts'

/** Requirements for both adapters. `mailbox` returns what the recipient received. */
interface Subject {
  email: EmailPort
  mailbox(address: string): Promise<{ subject: string; html: string; text: string }[]>
  /** The total number of mails delivered. */
  count(): Promise<number>
  close(): Promise<void>
}

const database = testDatabase()
const KEY = 'a-signing-key-of-the-tests'
const NOW = Date.UTC(2026, 10, 20, 15)

const subjects: Record<string, () => Promise<Subject>> = {
  async local() {
    return {
      email: localEmail({ pool: database.pool, secret: KEY }),
      async mailbox(address) {
        const { rows } = await database.pool.query(
          `select subject, body_html as html, body_text as text from local_vendor.outbox
           where channel = 'email' and recipient = $1 order by created_at`,
          [address],
        )
        return rows
      },
      async count() {
        const { rows } = await database.pool.query('select count(*)::int as n from local_vendor.outbox')
        return rows[0].n
      },
      close: async () => undefined,
    }
  },
  async smtp() {
    const double = await startSmtpDouble()
    return {
      email: smtpEmail({
        url: `smtp://127.0.0.1:${double.port}`,
        from: 'Greenside <hello@greenside.example>',
        mailgunKeys: `next-key, ${KEY}`,
      }),
      mailbox: async (address) =>
        double
          .mailbox(address)
          .map(({ headers, html, text }) => ({ subject: headers.get('subject') ?? '', html, text })),
      count: async () => double.received.length,
      close: double.close,
    }
  },
}

describe.each(Object.keys(subjects))('email through %s', (name) => {
  let subject: Subject
  beforeAll(async () => {
    const start = subjects[name]
    if (!start) throw new Error(`no subject ${name}`)
    subject = await start()
  })
  afterAll(() => subject?.close())

  const newMail = (change: Partial<Mail> = {}): Mail => ({
    key: randomUUID(),
    to: { email: `sam-${randomUUID()}@example.com`, name: 'Sam Rivera' },
    subject: 'Your lesson is confirmed',
    html: '<p>See you on <b>Thursday</b>.</p>',
    text: 'See you on Thursday.',
    ...change,
  })

  test('an email arrives as written, in both formats', async () => {
    const mail = newMail()
    const { id } = await subject.email.send(mail)
    expect(id).not.toBe('')
    expect(await subject.mailbox(mail.to.email)).toMatchObject([
      { subject: mail.subject, html: mail.html, text: expect.stringContaining(mail.text) },
    ])
  })

  test('accents, dashes, emoji, long lines and single dots arrive unchanged', async () => {
    const mail = newMail({
      subject:
        'José’s lesson — 9:30 – 10:30 AM ⛳ at a place whose name goes on and on until the line must break',
      html: `<p>${'Mañana '.repeat(300)}</p>`,
      text: 'First line\n.\n..\nÜber allen Gipfeln = Ruh\nlast line',
    })
    await subject.email.send(mail)
    const [found] = await subject.mailbox(mail.to.email)
    expect(found?.subject).toBe(mail.subject)
    expect(found?.html).toBe(mail.html)
    expect(found?.text.trim()).toBe(mail.text)
  })

  test('the same key again, in sequence or at once, delivers one email', async () => {
    const mail = newMail()
    const ids = await Promise.all([1, 2, 3].map(() => subject.email.send(mail)))
    ids.push(await subject.email.send({ ...mail, text: 'Written a little differently.' }))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(await subject.mailbox(mail.to.email)).toHaveLength(1)
  })

  test('two keys are two emails, even with the same text to the same recipient', async () => {
    const mail = newMail()
    await subject.email.send(mail)
    await subject.email.send({ ...mail, key: randomUUID() })
    expect(await subject.mailbox(mail.to.email)).toHaveLength(2)
  })

  test.each<[string, Partial<Mail>]>([
    ['a line break in the subject', { subject: 'Hello\r\nBcc: victim@example.com' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: victim@example.com' }],
    ['a bare return in the name', { to: { email: 'a@example.com', name: 'A\rBcc: victim@example.com' } }],
    ['a line break in the address', { to: { email: 'a@example.com\r\nRCPT TO:<victim@example.com>' } }],
    ['a second address', { to: { email: 'a@example.com, victim@example.com' } }],
    ['an address in brackets', { to: { email: 'a@example.com <victim@example.com>' } }],
    ['an address in quotes', { to: { email: '"a@example.com\\" x"@example.com' } }],
    ['no address', { to: { email: '' } }],
    ['no domain', { to: { email: 'postmaster' } }],
    ['an address of a kilometre', { to: { email: `a@${'b'.repeat(260)}.com` } }],
    ['a line break in the key', { key: 'x\r\nBcc: victim@example.com' }],
    ['no key', { key: '' }],
    ['no subject', { subject: ' ' }],
    ['a NUL in the body', { text: 'Hello\0' }],
  ])('refused before sending: %s', async (_what, change) => {
    const before = await subject.count()
    await expect(subject.email.send(newMail(change))).rejects.toBeInstanceOf(EmailRefused)
    expect(await subject.count()).toBe(before)
  })

  test('a delivery event is accepted when the provider signed it, and names the email as it was sent', async () => {
    const mail = newMail()
    const { id } = await subject.email.send(mail)
    const read = (data: object, key = KEY, at = NOW) =>
      subject.email.readEvent?.(signMailgunEvent(data, { key, token: 'a'.repeat(50), now: NOW }), at)
    const event = {
      event: 'failed',
      severity: 'permanent',
      id: 'event-1',
      timestamp: NOW / 1000,
      recipient: mail.to.email,
      message: { headers: { 'message-id': bareMessageId(id) } },
      'delivery-status': {
        code: 550,
        message: '5.1.1 The email account does not exist',
        'bounce-type': 'hard',
      },
    }
    expect(read(event)).toEqual({
      id: 'event-1',
      token: 'a'.repeat(50),
      outcome: 'undelivered',
      isAddressBad: true,
      email: mail.to.email,
      messageId: bareMessageId(id),
      note: '550 5.1.1 The email account does not exist',
      at: NOW,
    })
    expect(read({ ...event, event: 'opened' })).toBeNull()
    expect(() => read(event, 'another key')).toThrow(EmailSignatureError)
    expect(() => read(event, KEY, NOW + 13 * 3_600_000)).toThrow(EmailSignatureError)
  })

  test('a name that looks like an address is treated as a name', async () => {
    const mail = newMail()
    mail.to.name = 'Eve" <victim@example.com>, "Mallory'
    await subject.email.send(mail)
    expect(await subject.mailbox('victim@example.com')).toEqual([])
    expect(await subject.mailbox(mail.to.email)).toHaveLength(1)
  })
})
