import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { HOUR } from '#platform/duration.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const password = 'fairway-seven'
let maya: Awaited<ReturnType<typeof signedInCoach>>
let zebedee: Visitor & { userId: string; email: string }

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Quillfeather')
  zebedee = await product.student('Zebedee Unforgettable')
})

/** Finds every place in the database that still contains a name, an address or a number of a person. */
async function tracesOf(...marks: string[]): Promise<string[]> {
  const { pool } = product.database
  const { rows: tables } = await pool.query<{ t: string }>(
    `select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name <> 'announcements'
     union all select 'pgboss.job'`,
  )
  const found: string[] = []
  for (const { t } of tables)
    for (const mark of marks) {
      const { rows } = await pool.query(
        // Jobs whose payload is erased once they are done: the letter that says so, and the request to the marketing tool. No
        // worker runs here.
        `select count(*)::int as n from ${t} x where x::text ilike '%' || $1 || '%'
           and not ($2 = 'pgboss.job' and to_jsonb(x) -> 'data' ? 'eraseWhenDone')`,
        [mark, t],
      )
      if (rows[0].n > 0) found.push(`${t}: ${mark}`)
    }
  return found
}

/** The URL of the calendar file in the email about a lesson. */
async function calendarLinkOf(bookingId: string, email: string): Promise<string> {
  const { rows } = await product.database.pool.query<{ link: string }>(
    `select substring(body_html from '/calendar/lessons/[^"]+') as link from local_vendor.outbox
     where recipient = $1 and body_html like '%/calendar/lessons/' || $2 || '%'
     union all select substring(body_html from '/calendar/lessons/[^"]+') from local_vendor.outbox
     where recipient = $1 and body_html like '%/calendar/lessons/%'`,
    [email, bookingId],
  )
  const link = rows[0]?.link
  if (!link) throw new Error(`no letter to ${email} with a calendar file`)
  return link
}

/** Uses every feature once. */
async function liveALife() {
  const ok = async (what: string, answering: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answering
    expect(status, `${what}: ${text}`).toBeLessThan(300)
  }
  const { userId, email } = zebedee
  await product.query('update profiles set email_verified = true where id = $1', [userId])
  await ok(
    'ask support before signing in',
    product.visitor().post('/api/support-tickets', {
      name: 'Zebedee',
      email,
      message: 'How do I sign in?',
      clientId: randomUUID(),
    }),
  )
  await ok(
    'save',
    product
      .visitor()
      .post('/api/coach-saves', { instructorId: maya.userId, name: 'Zebedee', email, phone: '7045550150' }),
  )
  await ok('waitlist', zebedee.post('/api/waitlist', { name: 'Zebedee', email, city: 'Boise', state: 'ID' }))
  await ok(
    'ask support',
    zebedee.post('/api/support-tickets', {
      name: 'Zebedee',
      email,
      message: 'Hello',
      clientId: randomUUID(),
    }),
  )
  await ok(
    'write to a coach',
    zebedee.post('/api/conversations', {
      instructorId: maya.userId,
      clientId: randomUUID(),
      content: 'Are you free on Tuesday?',
    }),
  )
  const start = charlotteTime(10, 10)
  const bookingId = await bookPaid(product, zebedee, { instructorId: maya.userId, start })
  product.clock.moveTo(Date.parse(start) + 2 * HOUR)
  await ok('teach', maya.post(`/api/bookings/${bookingId}/completion`))
  await ok('a note from the coach', maya.post(`/api/bookings/${bookingId}/note`, { note: 'Well played' }))
  await ok('review', zebedee.post(`/api/bookings/${bookingId}/review`, { rating: 5, comment: 'Good' }))
  await ok(
    'report',
    zebedee.post(`/api/bookings/${bookingId}/problems`, { reason: 'other', details: 'No towel' }),
  )
  await takeDaughter()
  return { bookingId, userId }
}

/** Books two lessons for a child, of which one is canceled, and writes in the child's workspace. */
async function takeDaughter() {
  const golferId = await addGolfer(zebedee, child('Emma Oakenshaw'))
  const hook = { url: 'https://hooks.test/lessons', events: ['booking.confirmed', 'booking.cancelled'] }
  const listening = await maya.post('/api/me/webhooks', hook)
  expect(listening.status, listening.text).toBe(201)
  const [taken, canceled] = [charlotteTime(12, 10), charlotteTime(13, 10)]
  const wish = { instructorId: maya.userId, golferId }
  const taught = await bookPaid(product, zebedee, { ...wish, start: taken })
  const bookingId = await bookPaid(product, zebedee, { ...wish, start: canceled })
  expect((await zebedee.post(`/api/bookings/${bookingId}/cancellation`, {})).status).toBe(200)
  product.clock.moveTo(Date.parse(taken) + 2 * HOUR)
  expect((await maya.post(`/api/bookings/${taught}/completion`)).status).toBe(200)
  const note = { golferId, isShared: true, content: 'She practiced on Sunday' }
  const noted = await zebedee.post(`/api/workspaces/${maya.userId}/${zebedee.userId}/notes`, note)
  expect(noted.status, noted.text).toBe(201)
  product.clock.advance(HOUR)
  for (const { id } of await product.query('select id from workspaces where golfer_id = $1', [golferId]))
    expect(await sendWorkspaceNews(product.services, { workspaceId: id, reader: 'coach' })).toBe('told')
  await product.settle()
}

describe('a person with every kind of data who deletes the account', () => {
  test('is removed with name, address and number, and records others rely on stay', async () => {
    const { bookingId } = await liveALife()
    expect(await tracesOf('Unforgettable')).not.toEqual([])
    expect(await tracesOf('Oakenshaw')).toEqual(
      expect.arrayContaining(
        ['golfers', 'email_logs', 'notifications', 'webhook_deliveries'].map(
          (table) => `${table}: Oakenshaw`,
        ),
      ),
    )
    const { pool } = product.database
    for (const key of [zebedee.userId, zebedee.email])
      await pool.query('insert into rate_limits (key, points) values ($1, 1)', [`tries:${key}`])
    const calendar = await calendarLinkOf(bookingId, zebedee.email)
    expect((await product.visitor().get(calendar)).status).toBe(200)
    const left = await zebedee.post('/api/me/closure', { password })
    expect(left.status, left.text).toBe(200)
    await product.sendMessages()
    expect(await tracesOf('Zebedee', 'Unforgettable', 'Oakenshaw', zebedee.email)).toEqual([])
    // News of the child's workspace named both.
    const news = await product.query(
      `select subject, html_content, wording_values from email_logs where template_key = 'workspace-news'`,
    )
    expect(news).toEqual([{ subject: 'New from Anonymous', html_content: null, wording_values: null }])
    expect((await product.visitor().get(calendar)).status).toBe(404)
    const counters = await pool.query(`select key from rate_limits where key like '%' || $1`, [
      zebedee.userId,
    ])
    expect(counters.rows).toEqual([])

    const lesson = await maya.get(`/api/bookings/${bookingId}`)
    expect(lesson.json.status).toBe('completed')
    expect(lesson.text).toContain('Anonymous')
    const review = await product.visitor().get(`/api/coaches/${maya.userId}/reviews`)
    expect(review.text).not.toContain('Zebedee')
    product.clock.moveTo(testNow)
  })

  test('loses the texts sent to them, but not texts sent to others at the same number', async () => {
    const { pool } = product.database
    const [sam, mallory] = [await product.student(), await product.student()]
    await pool.query(`update profiles set phone = '+17045550199' where id = any ($1)`, [
      [sam.userId, mallory.userId],
    ])
    await pool.query(
      `insert into sms_logs (template_key, user_id, recipient_phone, message_content, status)
       values ('lesson-reminder', $1, '+17045550199', 'Sam, your lesson is at 9:30', 'sent')`,
      [sam.userId],
    )
    const texts = async () =>
      (await pool.query(`select message_content from sms_logs where template_key = 'lesson-reminder'`)).rows
    expect((await mallory.post('/api/me/closure', { password })).status).toBe(200)
    expect(await texts()).toEqual([{ message_content: 'Sam, your lesson is at 9:30' }])
    expect((await sam.post('/api/me/closure', { password })).status).toBe(200)
    expect(await texts()).toEqual([{ message_content: 'lesson-reminder' }])
  })

  test('does not delete what others said or received at an address that was never confirmed', async () => {
    const mallory = await product.student('Mallory Grey')
    const { email } = mallory
    const owner = product.visitor()
    await owner.post('/api/coach-saves', { instructorId: maya.userId, name: 'Olive Owner', email })
    await owner.post('/api/waitlist', { name: 'Olive Owner', email, city: 'Boise', state: 'ID' })
    await owner.post('/api/support-tickets', {
      name: 'Olive Owner',
      email,
      message: 'Hello',
      clientId: randomUUID(),
    })
    const kept = () => tracesOf('Olive Owner')
    expect(await kept()).toHaveLength(3)
    expect((await mallory.post('/api/me/closure', { password })).status).toBe(200)
    expect(await kept()).toHaveLength(3)
  })

  test('is not named in pending emails; record ids and addresses stay the same', async () => {
    const { pool } = product.database
    const e = await product.student('e')
    const data = {
      key: `x:${e.userId}`,
      userId: maya.userId,
      variables: { words: 'e: see e, then the green', url: 'http://greenside.test/lessons/e' },
    }
    await pool.query(
      `insert into pgboss.job (name, data) values ('send-templated-email', $1), ('send-push', $2)`,
      [data, { key: `push:${e.userId}`, userId: maya.userId, title: 'e wrote', body: 'Hello' }],
    )
    await e.post('/api/me/closure', { password })
    const { rows } = await pool.query(
      `delete from pgboss.job where data ->> 'key' = any ($1) returning data`,
      [[`x:${e.userId}`, `push:${e.userId}`]],
    )
    expect(rows.map((row) => row.data)).toEqual(
      expect.arrayContaining([
        { ...data, variables: { ...data.variables, words: 'Anonymous: see Anonymous, then the green' } },
        { key: `push:${e.userId}`, userId: maya.userId, title: 'Anonymous wrote', body: 'Hello' },
      ]),
    )
  })

  test('leaves no name of a golfer in what was sent to others, and in what is still sent', async () => {
    const parent = await product.student('Parent Ed')
    // One name is a part of the other, and of other words.
    for (const name of ['Ed', 'Ed (Junior)', 'Zoë']) await addGolfer(parent, { name, relation: 'adult' })
    const key = `lesson:${parent.userId}`
    const about = 'Canceled: Ed (Junior), Zoë and Ed. Edit Eddie’s lesson'
    const data = { key, userId: maya.userId, title: about, body: about }
    const text = { key: `text:${key}`, userId: maya.userId, variables: { golfer_name: 'Zoë' } }
    await product.query(
      `insert into pgboss.job (name, data) values ('send-push', $1), ('send-templated-sms', $2)`,
      [data, text],
    )
    for (const statement of [
      `insert into notifications (user_id, kind, business_key, title, body, href, created_at)
       values ($1, 'lessons', $2, $3, $3, '/lessons', current_instant())`,
      `insert into push_logs (user_id, kind, dedupe_key, title, status) values ($1, 'lessons', $2, $3, 'sent')`,
      `insert into sms_logs (user_id, template_key, dedupe_key, message_content, recipient_phone, status)
       values ($1, 'lessons', $2, $3, '+17045550123', 'sent')`,
      `insert into email_logs (user_id, template_key, dedupe_key, subject, recipient_email, status)
       values ($1, 'lessons', $2, $3, 'maya@coaches.test', 'sent')`,
    ])
      await product.query(statement, [maya.userId, key, about])
    expect((await parent.post('/api/me/closure', { password })).status).toBe(200)
    const told = await product.query(
      `select title from notifications where business_key = $1 union all select body from notifications where business_key = $1
       union all select title from push_logs where dedupe_key = $1 union all select message_content from sms_logs where dedupe_key = $1
       union all select subject from email_logs where dedupe_key = $1`,
      [key],
    )
    const anonymous = 'Canceled: Anonymous, Anonymous and Anonymous. Edit Eddie’s lesson'
    expect(told).toEqual(Array(5).fill({ title: anonymous }))
    const waiting = await product.query(
      `delete from pgboss.job where data ->> 'key' = any ($1) returning data`,
      [[key, text.key]],
    )
    expect(waiting.map((job) => job.data)).toEqual(
      expect.arrayContaining([
        { ...data, title: anonymous, body: anonymous },
        { ...text, variables: { golfer_name: 'Anonymous' } },
      ]),
    )
  })

  test('can leave as a coach only after the last payout has arrived', async () => {
    const sam = await product.student()
    const kim = await signedInCoach(product, 'Kim Marshwiggle')
    await kim.post('/api/coach/payout-account')
    const start = charlotteTime(12, 10)
    const bookingId = await bookPaid(product, sam, { instructorId: kim.userId, start })
    product.clock.moveTo(Date.parse(start) + 2 * HOUR)
    await kim.post(`/api/bookings/${bookingId}/completion`)
    const early = await kim.post('/api/me/closure', { password })
    expect([early.status, early.json.code]).toEqual([409, 'payouts_owed'])
    expect(early.json.message).toContain('$76.50')
    product.clock.moveTo(Date.parse(start) + 100 * HOUR)
    await releaseDuePayouts(product.services)
    expect((await kim.post('/api/me/closure', { password })).status).toBe(200)
    await product.sendMessages()
    expect(await tracesOf('Marshwiggle', kim.email)).toEqual([])
    product.clock.moveTo(testNow)
  })
})

test('a person named with a common word does not remove that word from other people’s emails', async () => {
  const { pool } = product.database
  const [you, sam] = [await product.student('You'), await product.student('Sam Rivera')]
  const coach = await signedInCoach(product, 'Ada Field')
  const day = new Date(product.clock.now() + 5 * 24 * HOUR)
  const start = `${day.toISOString().slice(0, 10)}T17:00:00.000Z`
  await bookPaid(product, sam, { instructorId: coach.userId, start })
  const told = async () => {
    const letters = await pool.query(
      'select subject from email_logs where recipient_email = $1 order by created_at, id',
      [sam.email],
    )
    return [letters.rows, (await sam.get('/api/notifications')).json.items]
  }
  const before = await told()
  expect(JSON.stringify(before)).toContain('You are booked')
  expect((await you.post('/api/me/closure', { password })).status).toBe(200)
  expect(await told()).toEqual(before)
})
