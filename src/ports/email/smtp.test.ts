import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSmtpDouble } from '#tests/support/smtp-double.ts'
import { EmailRefused, EmailUnavailable } from './email.ts'
import { smtpEmail } from './smtp.ts'

const from = 'Greenside <hello@greenside.example>'
const mail = {
  key: 'booking-1/confirmed/student',
  to: { email: 'sam@example.com', name: 'Sam Rivera' },
  subject: 'Your lesson is confirmed',
  html: '<p>See you.</p>',
  text: 'See you.',
}

let double: Awaited<ReturnType<typeof startSmtpDouble>>
beforeEach(async () => {
  double = await startSmtpDouble({ password: 'correct horse' })
})
afterEach(() => double.close())

/** Tests of an unresponsive server use a short timeout; all others must allow for a slow machine. */
const connect = (password = 'correct horse', host = '127.0.0.1', timeoutMs = 15_000) =>
  smtpEmail({
    url: `smtp://greenside:${encodeURIComponent(password)}@${host}:${double.port}`,
    from,
    timeoutMs,
  })

test('it signs in with sender and recipient, and marks the email as automatic', async () => {
  const { id } = await connect().send(mail)
  const [received] = double.received
  expect(received?.recipients).toEqual(['sam@example.com'])
  expect(Object.fromEntries(received?.headers ?? [])).toMatchObject({
    from,
    to: 'Sam Rivera <sam@example.com>',
    'message-id': id,
    'auto-submitted': 'auto-generated',
  })
  expect(id).toMatch(/^<[0-9a-f]{40}@greenside\.example>$/)
})

test('the connection is lost after the email was accepted: the retry has the same Message-ID', async () => {
  double.misbehave('hang up after data')
  await expect(connect().send(mail)).rejects.toBeInstanceOf(EmailUnavailable)
  await connect().send(mail)
  expect(double.received).toHaveLength(2)
  expect(double.mailbox('sam@example.com')).toHaveLength(1)
})

describe('retryable and final errors', () => {
  test.each(['silent', 'refuse sender 451', 'refuse data 452'] as const)('retryable: %s', async (problem) => {
    double.misbehave(problem)
    const patience = problem === 'silent' ? 200 : undefined
    await expect(connect(undefined, undefined, patience).send(mail)).rejects.toBeInstanceOf(EmailUnavailable)
    await expect(connect().send(mail)).resolves.toHaveProperty('id')
  })

  test.each(['refuse sender 550', 'refuse data 554'] as const)('final: %s', async (problem) => {
    double.misbehave(problem)
    await expect(connect().send(mail)).rejects.toBeInstanceOf(EmailRefused)
  })

  test('an unknown mailbox is final, a full one is not', async () => {
    double.refuseRecipient('gone@example.com', 550)
    double.refuseRecipient('full@example.com', 452)
    const send = (email: string) => connect().send({ ...mail, to: { email } })
    await expect(send('gone@example.com')).rejects.toBeInstanceOf(EmailRefused)
    await expect(send('full@example.com')).rejects.toBeInstanceOf(EmailUnavailable)
  })

  test('a wrong password is a configuration error, not the email’s, and is not logged', async () => {
    const failure = await connect('wrong horse')
      .send(mail)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EmailUnavailable)
    expect(String(failure instanceof Error && failure.cause)).not.toContain('wrong horse')
  })

  test('no server is listening', async () => {
    const email = smtpEmail({ url: 'smtp://127.0.0.1:9', from, timeoutMs: 200 })
    await expect(email.send(mail)).rejects.toBeInstanceOf(EmailUnavailable)
  })
})

describe('connections are reused', () => {
  const mails = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({
      ...mail,
      key: `mail ${from + at}`,
      to: { email: `reader-${from + at}@example.com` },
    }))

  test('forty emails at once use five, and one after the other use one', async () => {
    const email = connect()
    await email.send({ ...mail, key: 'first' })
    await email.send({ ...mail, key: 'second' })
    expect(double.connections()).toBe(1)
    await Promise.all(mails(40).map((one) => email.send(one)))
    expect(double.connections()).toBeLessThanOrEqual(5)
    expect(double.received).toHaveLength(42)
    email.close()
  })

  test('one that the server closed is replaced, and the email is sent', async () => {
    const email = connect()
    await email.send(mail)
    await double.hangUp()
    await email.send({ ...mail, key: 'later' })
    expect(double.received).toHaveLength(2)
    expect(double.connections()).toBe(2)
    email.close()
  })

  test('a rejected email leaves the connection for the others', async () => {
    double.refuseRecipient('gone@example.com', 550)
    const email = connect()
    await expect(email.send({ ...mail, to: { email: 'gone@example.com' } })).rejects.toBeInstanceOf(
      EmailRefused,
    )
    await Promise.all(mails(3).map((one) => email.send(one)))
    expect(double.received).toHaveLength(3)
    email.close()
  })

  test('after closing no connection is left open and no email is accepted', async () => {
    const email = connect()
    await email.send(mail)
    email.close()
    await expect(email.send({ ...mail, key: 'too late' })).rejects.toBeInstanceOf(EmailUnavailable)
    expect(double.received).toHaveLength(1)
  })
})

test('a password is not sent in plain text to another machine', async () => {
  // 0.0.0.0 also reaches this machine but does not count as a loopback address; the test double has no
  // encryption.
  const elsewhere = connect('correct horse', '0.0.0.0')
  await expect(elsewhere.send(mail)).rejects.toMatchObject({ cause: { code: 'ETLS' } })
  expect(double.received).toEqual([])
})
