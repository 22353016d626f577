import { beforeAll, expect, test } from 'vitest'
import { findOrEnterCaller } from '#features/accounts/callers.ts'
import { giveRole } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const pool = () => product.database.pool
let admin: Visitor & { userId: string }

beforeAll(async () => {
  admin = await product.admin()
})

test('today’s users and sign-ups use the New York day, across a clock change [rows 117, 119]', async () => {
  // Midnight of 8 March 2026 in New York is 05:00 UTC; the clocks go forward at 07:00 UTC, and the next midnight is 04:00 UTC.
  const now = product.clock.now()
  product.clock.moveTo(Date.parse('2026-03-09T03:30:00Z'))
  await pool().query(
    `insert into profiles (full_name, email, user_type, created_at) values
      ('Before', 'before@days.test', 'student', '2026-03-08T04:59:59Z'), ('First', 'first@days.test', 'instructor', '2026-03-08T05:00:00Z'),
      ('Last', 'last@days.test', 'student', '2026-03-09T03:29:00Z')`,
  )
  await pool().query(`update profiles set created_at = '2020-01-01' where email not like '%@days.test'`)
  // A person whom a coach entered by phone has no account.
  await pool().query(
    `insert into profiles (full_name, email, user_type, created_at, entered_by)
     values ('Caller', 'caller-1@no-email.invalid', 'student', '2026-03-09T03:29:30Z', $1)`,
    [admin.userId],
  )
  const { json } = await admin.get('/api/admin/overview')
  product.clock.moveTo(now)
  expect(json.newToday).toEqual({ total: 2, instructors: 1, students: 1 })
  expect(json.users.total).toBe(4)
  expect(json.newest.slice(0, 3).map(({ fullName }: { fullName: string }) => fullName)).toEqual([
    'Last',
    'First',
    'Before',
  ])
})

test('a caller who is deleted does not become a user', async () => {
  const maya = await product.student('Maya Bennett')
  const gus = await findOrEnterCaller(product.services.db, maya.userId, {
    name: 'Gus Caller',
    phone: '704 555 0150',
  })
  const users = async () => (await admin.get('/api/admin/overview')).json.users
  const before = await users()
  const closed = await admin.post(`/api/admin/users/${gus.userId}/closure`, {
    reason: 'Asked by phone',
    refundCents: 0,
  })
  expect(closed.status, closed.text).toBe(200)
  expect(await users()).toEqual(before)
  expect((await admin.get('/api/admin/lists/users?filters[state]=closed')).json.rows).toEqual([])
  const { rows } = await pool().query(
    'select full_name, email, phone, closed_at from profiles where id = $1',
    [gus.userId],
  )
  expect(rows).toEqual([
    {
      full_name: 'Anonymous',
      email: `deleted-${gus.userId}@no-email.invalid`,
      phone: null,
      closed_at: expect.any(Date),
    },
  ])
  await product.settle()
  expect((await pool().query('select from email_logs where user_id = $1', [gus.userId])).rows).toEqual([])
})

test('items that need attention are counted with the oldest, and disappear when done', async () => {
  const of = async (id: string) =>
    (await admin.get('/api/admin/attention')).json.find((one: { id: string }) => one.id === id)
  expect(await of('tickets')).toBeUndefined()
  await pool().query(
    `insert into support_tickets (client_id, user_email, user_name, message, created_at)
     values (gen_random_uuid(), 'a@a.test', 'A', 'Help', '2026-01-02T03:04:05Z'), (gen_random_uuid(), 'b@a.test', 'B', 'Help', '2026-01-03T03:04:05Z')`,
  )
  expect(await of('tickets')).toMatchObject({
    count: 2,
    oldest: '2026-01-02T03:04:05.000Z',
    href: '/?tab=support&status=open',
  })
  await pool().query(`update support_tickets set status = 'closed'`)
  expect(await of('tickets')).toBeUndefined()
  const pat = await product.student('Pat Prospect')
  await giveRole(pool(), pat.userId, 'prospect')
  const { rows } = await pool().query(
    `insert into trial_interests (client_id, user_id, full_name, email, phone, created_at)
     values (gen_random_uuid(), $1, 'Pat Prospect', $2, '704 555 0134', '2026-01-02T03:04:05Z') returning id`,
    [pat.userId, pat.email],
  )
  const trials = await of('trials')
  expect(trials).toMatchObject({ count: 1, oldest: '2026-01-02T03:04:05.000Z' })
  const { contacted } = Object.fromEntries(new URLSearchParams(trials.href.split('?')[1]))
  expect(
    (await admin.get(`/api/admin/lists/trial-requests?filters[contacted]=${contacted}`)).json.count,
  ).toBe(1)
  await admin.post('/api/admin/lists/trial-requests/acts/contact', { ids: [rows[0].id], shown: 1 })
  expect(await of('trials')).toBeUndefined()
})

test('a ticket needs attention again when its author writes after an answer', async () => {
  const attention = async () =>
    (await admin.get('/api/admin/attention')).json.find(({ id }: { id: string }) => id === 'tickets')
  const sam = await product.student()
  await sam.post('/api/support-tickets', {
    clientId: crypto.randomUUID(),
    name: 'Sam',
    email: sam.email,
    message: 'Where is my lesson?',
  })
  const [ticket] = (await sam.get('/api/support-tickets')).json
  expect(await attention()).toMatchObject({ count: 1 })
  const answered = await admin.post('/api/functions/send-support-notification', {
    ticketId: ticket.id,
    adminResponse: 'Under Lessons.',
  })
  expect(answered.status, answered.text).toBe(200)
  expect(await attention()).toBeUndefined()
  product.clock.advance(3_600_000)
  const reply = { clientId: crypto.randomUUID(), message: 'No, that is not it.' }
  expect((await sam.post(`/api/support-tickets/${ticket.id}/replies`, reply)).status).toBe(201)
  const waiting = await attention()
  expect(waiting).toMatchObject({ count: 1, oldest: new Date(product.clock.now()).toISOString() })
  const filters = Object.fromEntries(new URLSearchParams(waiting.href.split('?')[1]))
  const { rows } = (await admin.get(`/api/admin/lists/support-tickets?filters[status]=${filters.status}`))
    .json
  expect(rows.map(({ id }: { id: string }) => id)).toEqual([ticket.id])
})

test('stuck money and suspicious discounts are counted, and nothing else', async () => {
  const [ready, unready, refunded] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const client = await pool().connect()
  try {
    // Rows without the lessons that they are about: only what is counted matters here.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into payout_accounts (instructor_id, provider_account_id, status, updated_at)
       values ($1, 'a', 'active', '2026-01-01T00:00Z'), ($2, 'b', 'pending', '2026-01-02T00:00Z'), ($3, 'c', 'pending', '2026-01-01T00:00Z')`,
      [ready, unready, refunded],
    )
    await client.query(
      `insert into payouts (booking_id, instructor_id, due_at, last_error, status) values
        (gen_random_uuid(), $1, '2026-01-03T00:00Z', 'refused', 'held'),
        (gen_random_uuid(), $2, '2026-01-02T00:00Z', null, 'held'),
        (gen_random_uuid(), $3, '2026-01-02T00:00Z', null, 'nothing_due')`,
      [ready, unready, refunded],
    )
    await client.query(
      `insert into payment_refunds (payment_id, booking_id, business_key, amount_cents, reason, requested_at, last_error)
       values (gen_random_uuid(), gen_random_uuid(), 'a', 100, 'student', '2026-01-05T00:00Z', 'refused'),
         (gen_random_uuid(), gen_random_uuid(), 'b', 100, 'student', '2026-01-04T00:00Z', null)`,
    )
    for (const [many, ago] of [
      [5, '29 days'],
      [4, '29 days'],
      [5, '31 days'],
    ] as const)
      await client.query(
        `insert into booking_discounts (booking_id, student_id, promo_code_id, amount_cents, redeemed_at)
         select gen_random_uuid(), $1, gen_random_uuid(), 100, current_instant() - $2::interval from generate_series(1, $3)`,
        [crypto.randomUUID(), ago, many],
      )
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
  const { json } = await admin.get('/api/admin/attention')
  const money = ['payouts', 'refunds', 'restricted', 'discounts']
  expect(json.filter(({ id }: { id: string }) => money.includes(id))).toMatchObject([
    { id: 'payouts', count: 1, oldest: '2026-01-03T00:00:00.000Z' },
    { id: 'refunds', count: 1, oldest: '2026-01-05T00:00:00.000Z' },
    { id: 'restricted', count: 1, oldest: '2026-01-02T00:00:00.000Z' },
    { id: 'discounts', count: 1, oldest: null },
  ])
  // The links list what was counted.
  for (const id of ['restricted', 'discounts']) {
    const { href, count } = json.find((one: { id: string }) => one.id === id)
    const { tab, kind } = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
    const listed = await admin.get(`/api/admin/lists/${tab}?filters[kind]=${kind}`)
    expect(listed.json.rows, listed.text).toHaveLength(count)
    if (id === 'restricted') expect(listed.json.rows).toMatchObject([{ cells: { personId: unready } }])
  }
})

test('a person is found by part of the name, address or id, with one timeline [row 121]', async () => {
  const sam = await product.student('Samira Unusual-Name')
  await sam.post('/api/support-tickets', {
    clientId: crypto.randomUUID(),
    name: 'Samira',
    email: sam.email,
    subject: 'Where is it',
    message: 'I cannot find my lesson.',
  })
  await admin.post(`/api/admin/users/${sam.userId}/sign-out`, { reason: 'A lost phone' })
  const found = async (q: string) => (await admin.get(`/api/admin/find?q=${encodeURIComponent(q)}`)).json
  for (const q of ['ira unusual', sam.email, sam.userId])
    expect((await found(q))[0], q).toMatchObject({
      kind: 'person',
      id: sam.userId,
      href: `/admin/users/${sam.userId}`,
    })
  expect(await found('%%')).toEqual([])
  const ask = {
    clientId: '6f0c6b0e-1d0f-4c55-9f6e-0d7c1f0a2b11',
    name: 'Palette Pat',
    email: 'pat@palette.test',
  }
  await product.visitor().post('/api/support-tickets', { ...ask, message: 'Where is my lesson?' })
  expect(await found('pat@palette'), 'a ticket by the email of who asked').toMatchObject([
    { kind: 'ticket', href: '/?tab=support&q=pat%40palette' },
  ])
  const { rows: asked } = await pool().query('select id from support_tickets where client_id = $1', [
    ask.clientId,
  ])
  const ticketId = String(asked[0]?.id)
  expect(await found(ticketId), 'a ticket by its id').toMatchObject([
    { kind: 'ticket', id: ticketId, href: `/?tab=support&q=${ticketId}` },
  ])
  const listed = await admin.get(`/api/admin/lists/support-tickets?q=${ticketId}`)
  expect(listed.json.rows, 'the list that this link opens').toMatchObject([{ id: ticketId }])
  expect((await admin.get('/api/admin/find?q=x')).status).toBe(400)
  const { json: person } = await admin.get(`/api/admin/users/${sam.userId}`)
  expect(person).toMatchObject({
    fullName: 'Samira Unusual-Name',
    role: 'student',
    state: 'open',
    sessions: 0,
  })
  const kinds = person.timeline.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['account', 'ticket', 'change']))
  const { json: changes } = await admin.get(`/api/admin/users/${sam.userId}?kind=change`)
  expect(changes.timeline).toMatchObject([
    {
      title: 'Signed the person out everywhere',
      detail: expect.stringMatching(/^Avery Quinn: A lost phone \(/),
    },
  ])
  expect((await admin.get(`/api/admin/users/${crypto.randomUUID()}`)).status).toBe(404)
})

test('the overview counts the same users as their list, including closed accounts', async () => {
  const { rows } = await pool().query(
    `insert into profiles (full_name, email, user_type, closed_at) values ('Gone', 'gone@days.test', 'student', now()) returning id`,
  )
  const { json: overview } = await admin.get('/api/admin/overview')
  const { json: list } = await admin.get('/api/admin/lists/users')
  expect(overview.users.total).toBe(list.count)
  expect(overview.users.closed).toBe(1)
  const { json: coaches } = await admin.get('/api/admin/lists/users?filters[role]=coach')
  expect(overview.users.instructors).toBe(coaches.count)
  await pool().query('delete from profiles where id = $1', [rows[0].id])
})

test('a period compared with the previous one: lessons, gross, refunds, net, fee and new users by New York days', async () => {
  const now = product.clock.now()
  product.clock.moveTo(Date.parse('2026-03-09T03:30:00Z'))
  const { json } = await admin.get('/api/admin/trends?period=7')
  product.clock.moveTo(now)
  expect(json).toMatchObject({ from: '2026-03-02', to: '2026-03-08' })
  expect(json.days.map(({ day }: { day: string }) => day)).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
  ])
  // The accounts of the test above: one on the evening of the 7th, two on the 8th.
  expect(json.days.slice(-2).map(({ users }: { users: number }) => users)).toEqual([1, 2])
  expect(json.now.users).toBe(3)
  expect(json.before.users).toBe(0)
})
