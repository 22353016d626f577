import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { deliverSms } from '#features/notifications/delivery.ts'
import { type MessageJob, sendTemplatedSms } from '#features/notifications/jobs.ts'
import { sendTextCode } from '#features/notifications/texting/commands.ts'
import { localSmsSignature } from '#ports/sms/local.ts'
import { type NumberTrouble, SmsRefused } from '#ports/sms/sms.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { agreeToTexts } from '../support/texting.ts'

/**
 * Status reports of the SMS provider: sent, delivered and failed are different states; a number that cannot
 * receive texts gets no more.
 */

const product = testProduct()
type Person = Awaited<ReturnType<typeof product.student>> & { phone: string }
let maya: Awaited<ReturnType<typeof signedInCoach>>
let admin: Awaited<ReturnType<typeof product.student>>
let numbers = 5_000
let day = 0

beforeAll(async () => {
  maya = await signedInCoach(product)
  admin = await product.admin()
})
beforeEach(() => product.clock.moveTo(testNow))

const { query } = product

/** A student who opted in to texts, with a unique number. */
async function textedStudent(): Promise<Person> {
  const person = await product.student()
  const phone = `+1704555${++numbers}`
  await query('update profiles set phone = $2 where id = $1', [person.userId, phone])
  expect((await agreeToTexts(product, person, phone)).status).toBe(200)
  // Independent of the time of day at which the tests run.
  await query(
    `insert into notification_settings (user_id, quiet_from, quiet_until, updated_at) values ($1, null, null, current_instant())
     on conflict (user_id) do update set quiet_from = null, quiet_until = null`,
    [person.userId],
  )
  return Object.assign(person, { phone })
}

const put = (person: Person, body: object) => person.put('/api/notification-preferences', body)

/**
 * Books a lesson, whose confirmation is a text to the student.
 * @returns the job of the text, not sent yet
 */
async function waitingText(person: Person): Promise<MessageJob> {
  const start = charlotteTime(9 + (++day % 50), 9 + Math.floor(day / 50))
  const id = await bookPaidWithoutTexts(person, start)
  const [job] = await query(
    `select data from pgboss.job where name = 'send-templated-sms' and data ->> 'key' like '%' || $1 || '%' and data ->> 'userId' = $2`,
    [id, person.userId],
  )
  return sendTemplatedSms.payload.parse(job.data)
}

async function bookPaidWithoutTexts(person: Person, start: string) {
  const held = await person.post('/api/bookings', { instructorId: maya.userId, start, durationMinutes: 60 })
  const session = String(held.json.checkoutUrl).split('/').at(-1)
  await person.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.hearPayments()
  return String(held.json.bookingId)
}

const logOf = async ({ key }: MessageJob) =>
  (
    await query(
      'select id, status, provider_id, delivery, delivery_note, error_message from sms_logs where dedupe_key = $1',
      [key],
    )
  )[0]
const emailsOf = async ({ key }: MessageJob) =>
  await query('select status from email_logs where dedupe_key = $1', [key])
const emailJobsOf = async ({ key }: MessageJob) =>
  await query(`select id from pgboss.job where name = 'send-templated-email' and data ->> 'key' = $1`, [key])
const stateOf = async (person: Person) => (await person.get('/api/notification-preferences')).json.texts.state

async function tell(fields: Record<string, string>, change: { url?: string; signature?: string } = {}) {
  const url = change.url ?? `${product.services.env.appUrl}/webhooks/sms-status`
  const signature = change.signature ?? localSmsSignature(product.services.env.SESSION_SECRET, url, fields)
  const body = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  return await product.visitor().send('POST', '/webhooks/sms-status', body, headers)
}
const statusOf = async (job: MessageJob, person: Person, status: string, code = '') => ({
  MessageSid: (await logOf(job)).provider_id,
  To: person.phone,
  MessageStatus: status,
  ...(code ? { ErrorCode: code } : {}),
})

/** The provider rejects texts, because of the number or for another reason. */
const refusing = (trouble: NumberTrouble | null) => {
  const { sms } = product.services
  if (!sms) throw new Error('texts are needed')
  const refuse = async () => {
    throw new SmsRefused('the provider turned it down', undefined, trouble)
  }
  return { ...product.services, sms: { ...sms, send: refuse } }
}

describe('a text message', () => {
  test('is sent, then delivered: log and metrics distinguish the two', async () => {
    const sam = await textedStudent()
    const job = await waitingText(sam)
    await deliverSms(product.services, job)
    const log = await logOf(job)
    expect(log).toMatchObject({ status: 'sent', delivery: null })
    const shown = async () => (await admin.get(`/api/admin/message-logs/sms/${log.id}`)).json.status
    expect(await shown()).toBe('sent')
    expect((await tell(await statusOf(job, sam, 'sent'))).status).toBe(204)
    expect(await shown()).toBe('sent')
    expect((await tell(await statusOf(job, sam, 'delivered'))).status).toBe(204)
    expect(await shown()).toBe('delivered')
    const { figures } = (await admin.get('/api/admin/message-logs/sms/figures')).json
    expect(figures).toContainEqual({ status: 'delivered', count: 1 })
  })

  test('that was not delivered shows why; its email was sent anyway, and the person is notified once', async () => {
    const sam = await textedStudent()
    const job = await waitingText(sam)
    await product.sendMessages()
    expect(await emailsOf(job)).toEqual([{ status: 'sent' }])
    const fields = await statusOf(job, sam, 'undelivered', '30003')
    await tell(fields)
    await tell(fields)
    await product.sendMessages()
    expect(await logOf(job)).toMatchObject({ delivery: 'undelivered', delivery_note: 'error 30003' })
    expect(await emailsOf(job)).toHaveLength(1)
    expect(
      await query(`select 1 from local_vendor.outbox where idempotency_key = $1`, [`email:${job.key}`]),
    ).toHaveLength(1)
    expect(await stateOf(sam), 'a phone that was off is texted again').toBe('agreed')
    const view = new URLSearchParams({ 'filters[status]': 'undelivered', q: sam.phone })
    expect((await admin.get(`/api/admin/lists/sms-logs?${view}`)).json.rows).toMatchObject([
      { cells: { status: 'undelivered', errorMessage: 'error 30003' } },
    ])
  })

  test('that was not delivered is sent by email if that was not sent and is wanted; otherwise not', async () => {
    for (const wanted of [true, false]) {
      const sam = await textedStudent()
      const reminder = 'lesson_reminder'
      const choose = (email: boolean) => put(sam, { kind: reminder, channel: 'email', enabled: email })
      // The email of a reminder can be turned off, so only the text is sent.
      const off = await choose(false)
      expect(off.status, off.text).toBe(200)
      const start = charlotteTime(9 + (++day % 50), 9 + Math.floor(day / 50))
      const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
      product.clock.moveTo(Date.parse(start) - 23 * 3_600_000)
      await remindOfLessons(product.services)
      const [row] = await query(
        `select data from pgboss.job where name = 'send-templated-sms' and data ->> 'kind' = $1 and data -> 'about' ->> 'bookingId' = $2
           and data ->> 'userId' = $3`,
        [reminder, id, sam.userId],
      )
      const job = sendTemplatedSms.payload.parse(row.data)
      expect(await emailJobsOf(job)).toEqual([])
      await deliverSms(product.services, job)
      if (wanted) expect((await choose(true)).status).toBe(200)
      await tell(await statusOf(job, sam, 'failed', '30008'))
      await product.sendMessages()
      expect(await emailsOf(job)).toEqual([{ status: wanted ? 'sent' : 'skipped' }])
    }
  })

  test('with early, duplicate and out-of-order events ends in one state', async () => {
    const order = fc.shuffledSubarray(['sent', 'undelivered', 'delivered', 'name'], { minLength: 4 })
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (steps, twice) => {
        const sam = await textedStudent()
        const job = await waitingText(sam)
        await deliverSms(product.services, job)
        const { id, provider_id: name } = await logOf(job)
        await query(`update sms_logs set provider_id = null, status = 'sending' where id = $1`, [id])
        for (const step of [...steps, ...(twice ? steps : [])]) {
          // Repeats the attempt, as after a worker died before storing the response.
          if (step === 'name') await deliverSms(product.services, job)
          else await tell({ MessageSid: name, To: sam.phone, MessageStatus: step })
        }
        expect(await logOf(job)).toMatchObject({ status: 'sent', provider_id: name, delivery: 'delivered' })
      }),
      { numRuns: 8 },
    )
  }, 60_000)
})

describe('a phone number', () => {
  test('whose owner sent STOP to the provider gets no more texts, as if sent to us; the email goes out', async () => {
    const sam = await textedStudent()
    const job = await waitingText(sam)
    await deliverSms(refusing('opted_out'), job)
    expect(await logOf(job)).toMatchObject({ status: 'failed' })
    expect(await stateOf(sam)).toBe('stopped')
    expect(await emailJobsOf(job)).toHaveLength(1)
    const next = await waitingText(sam)
    await deliverSms(product.services, next)
    expect(await logOf(next)).toMatchObject({ status: 'skipped' })
    // The status webhook reports it again: recorded once.
    await tell({ MessageSid: randomUUID(), To: sam.phone, MessageStatus: 'failed', ErrorCode: '21610' })
    const said = await query(`select source from sms_consents where phone = $1 and action = 'withdrawn'`, [
      sam.phone,
    ])
    expect(said).toEqual([{ source: 'text_message' }])
  })

  test('that can’t receive texts gets no more, and can be verified again', async () => {
    const sam = await textedStudent()
    const job = await waitingText(sam)
    await deliverSms(product.services, job)
    const fields = await statusOf(job, sam, 'undelivered', '30006')
    await Promise.all([tell(fields), tell(fields), tell(fields)])
    expect(await stateOf(sam)).toBe('not_agreed')
    expect(
      await query(`select source from sms_consents where phone = $1 and action = 'withdrawn'`, [sam.phone]),
    ).toEqual([{ source: 'provider' }])
    product.clock.advance(60_000)
    const proved = await agreeToTexts(product, sam, sam.phone)
    expect(proved.status, proved.text).toBe(200)
    expect(await stateOf(sam)).toBe('agreed')
  })

  test('that requests a code and can’t receive texts is told so, and is not retried', async () => {
    const sam = await product.student()
    const phone = `+1704555${++numbers}`
    await query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    const asked = await sendTextCode(refusing('opted_out'), sam, { ip: '203.0.113.7' })
    expect(asked).toEqual({ ok: false, reason: 'not_reached' })
    expect(await sendTextCode(product.services, sam, { ip: '203.0.113.7' })).toEqual({
      ok: false,
      reason: 'stopped',
    })
  })

  test('is not disabled by a refusal for other reasons', async () => {
    const sam = await textedStudent()
    await deliverSms(refusing(null), await waitingText(sam))
    expect(await stateOf(sam)).toBe('agreed')
  })
})

describe('an unsigned event', () => {
  test.each([
    ['without a signature', { signature: '' }],
    ['with one made up', { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['signed for another address', { url: 'http://greenside.test/webhooks/sms' }],
  ])('is refused and changes nothing: %s', async (_case, change) => {
    const sam = await textedStudent()
    const answer = await tell(
      { MessageSid: randomUUID(), To: sam.phone, MessageStatus: 'failed', ErrorCode: '21610' },
      change,
    )
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_signature'])
    expect(await stateOf(sam)).toBe('agreed')
  })
})
