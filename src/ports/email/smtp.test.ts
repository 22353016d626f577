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

test('it signs in and says who writes to whom, and that no person does', async () => {
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

test('the connection dies after the mail was taken: the next try carries the same Message-ID', async () => {
  double.misbehave('hang up after data')
  await expect(connect().send(mail)).rejects.toBeInstanceOf(EmailUnavailable)
  await connect().send(mail)
  expect(double.received).toHaveLength(2)
  expect(double.mailbox('sam@example.com')).toHaveLength(1)
})

describe('what may be tried again, and what may not', () => {
  test.each(['silent', 'refuse sender 451', 'refuse data 452'] as const)('later: %s', async (problem) => {
    double.misbehave(problem)
    const patience = problem === 'silent' ? 200 : undefined
    await expect(connect(undefined, undefined, patience).send(mail)).rejects.toBeInstanceOf(EmailUnavailable)
    await expect(connect().send(mail)).resolves.toHaveProperty('id')
  })

  test.each(['refuse sender 550', 'refuse data 554'] as const)('never: %s', async (problem) => {
    double.misbehave(problem)
    await expect(connect().send(mail)).rejects.toBeInstanceOf(EmailRefused)
  })

  test('a mailbox that does not exist is final, a full one is not', async () => {
    double.refuseRecipient('gone@example.com', 550)
    double.refuseRecipient('full@example.com', 452)
    const send = (email: string) => connect().send({ ...mail, to: { email } })
    await expect(send('gone@example.com')).rejects.toBeInstanceOf(EmailRefused)
    await expect(send('full@example.com')).rejects.toBeInstanceOf(EmailUnavailable)
  })

  test('a wrong password is our trouble, not the mail’s, and is not told', async () => {
    const failure = await connect('wrong horse')
      .send(mail)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EmailUnavailable)
    expect(String(failure instanceof Error && failure.cause)).not.toContain('wrong horse')
  })

  test('nobody listens', async () => {
    const email = smtpEmail({ url: 'smtp://127.0.0.1:9', from, timeoutMs: 200 })
    await expect(email.send(mail)).rejects.toBeInstanceOf(EmailUnavailable)
  })
})

describe('connections are kept for the next mails', () => {
  const mails = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({
      ...mail,
      key: `mail ${from + at}`,
      to: { email: `reader-${from + at}@example.com` },
    }))

  test('forty mails at once go over five, and one after the other over one', async () => {
    const email = connect()
    await email.send({ ...mail, key: 'first' })
    await email.send({ ...mail, key: 'second' })
    expect(double.connections()).toBe(1)
    await Promise.all(mails(40).map((one) => email.send(one)))
    expect(double.connections()).toBeLessThanOrEqual(5)
    expect(double.received).toHaveLength(42)
    email.close()
  })

  test('one that the server ended meanwhile is replaced, and the mail goes', async () => {
    const email = connect()
    await email.send(mail)
    await double.hangUp()
    await email.send({ ...mail, key: 'later' })
    expect(double.received).toHaveLength(2)
    expect(double.connections()).toBe(2)
    email.close()
  })

  test('a mail that is turned down leaves the connection for the others', async () => {
    double.refuseRecipient('gone@example.com', 550)
    const email = connect()
    await expect(email.send({ ...mail, to: { email: 'gone@example.com' } })).rejects.toBeInstanceOf(
      EmailRefused,
    )
    await Promise.all(mails(3).map((one) => email.send(one)))
    expect(double.received).toHaveLength(3)
    email.close()
  })

  test('closed, nothing of it stays open and nothing more is taken', async () => {
    const email = connect()
    await email.send(mail)
    email.close()
    await expect(email.send({ ...mail, key: 'too late' })).rejects.toBeInstanceOf(EmailUnavailable)
    expect(double.received).toHaveLength(1)
  })
})

test('a password is not sent in the clear to another machine', async () => {
  // 0.0.0.0 also reaches this machine but does not count as a loopback address; the test double has no
  // encryption.
  const elsewhere = connect('correct horse', '0.0.0.0')
  await expect(elsewhere.send(mail)).rejects.toMatchObject({ cause: { code: 'ETLS' } })
  expect(double.received).toEqual([])
})
