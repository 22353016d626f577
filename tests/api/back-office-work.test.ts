import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { beginTalk, say } from '../support/talks.ts'

const product = testProduct()
let admin: Visitor & { userId: string }
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeAll(async () => {
  admin = await product.admin()
  maya = await signedInCoach(product)
})

const rows = async (text: string, values: unknown[] = []) => await product.query(text, values)
const page = async (list: string, params: Record<string, string> = {}) =>
  (await admin.get(`/api/admin/lists/${list}?${new URLSearchParams(params)}`)).json
const put = (path: string, body: object, by: Visitor = admin) => by.put(path, body)
const act = (list: string, name: string, ids: string[], more: object = {}) =>
  admin.post(`/api/admin/lists/${list}/acts/${name}`, { ids, shown: ids.length, ...more })

describe('lists of people who left their address', () => {
  test('waitlist: pending becomes notified, one way, with an audit log row [row 134]', async () => {
    const email = `${randomUUID()}@waits.test`
    await product.visitor().post('/api/waitlist', {
      name: 'Wanda',
      email,
      city: 'Boise',
      state: 'ID',
      skillLevel: 'casual',
      maxBudget: 100,
    })
    const { rows: found } = await page('waitlist', { q: email })
    expect(found).toMatchObject([
      {
        cells: {
          name: 'Wanda',
          email,
          city: 'Boise',
          skillLevel: 'casual',
          maxBudget: 10_000,
          status: 'pending',
        },
      },
    ])
    const [{ id }] = found
    expect((await act('waitlist', 'notify', [id])).json).toEqual({ ok: true, changed: [id] })
    expect((await act('waitlist', 'notify', [id])).json).toEqual({ ok: true, changed: [] })
    expect((await page('waitlist', { q: email, 'filters[status]': 'notified' })).count).toBe(1)
    const log = await rows(`select before, after from audit_log where ids ->> 'waitlist' = $1`, [id])
    expect(log).toEqual([{ before: { status: 'pending' }, after: { act: 'notify', status: 'notified' } }])
    await expect(
      product.database.pool.query(
        `update city_waitlist set status = 'pending', notified_at = null where id = $1`,
        [id],
      ),
    ).rejects.toThrow('notified')
  })

  test('match saves: fields are shown, and notified is set one way with its time [row 135]', async () => {
    const email = `${randomUUID()}@match.test`
    const preferences = {
      city: 'Charlotte',
      state: 'NC',
      skillLevel: 'beginner',
      ageRange: '35-44',
      primaryGoal: 'Break 100',
      budget: { low: 60, high: 90 },
    }
    await rows(
      `insert into match_saves (name, email, matched_instructor_id, preferences) values ('Mona', $1, $2, $3)`,
      [email, maya.userId, JSON.stringify(preferences)],
    )
    const { rows: found } = await page('match-saves', { q: email })
    expect(found[0].cells).toMatchObject({
      coach: 'Maya Bennett',
      city: 'Charlotte',
      primaryGoal: 'Break 100',
      budgetLow: 6_000,
      budgetHigh: 9_000,
      notified: false,
    })
    expect((await act('match-saves', 'notify', [found[0].id])).json.changed).toHaveLength(1)
    const [saved] = await rows(
      'select notified, notified_at, updated_at, created_at from match_saves where email = $1',
      [email],
    )
    expect(saved.notified).toBe(true)
    expect(saved.updated_at).toEqual(saved.notified_at)
    await expect(
      product.database.pool.query(
        `update match_saves set notified = false, notified_at = null where email = $1`,
        [email],
      ),
    ).rejects.toThrow('one way')
  })

  test('profile saves: contacted is set with its time, can be filtered, one way [row 136]', async () => {
    const email = `${randomUUID()}@saves.test`
    await product.visitor().post('/api/coach-saves', {
      instructorId: maya.userId,
      name: 'Sara',
      email,
      phone: '704 555 0133',
      notes: 'Weekends',
    })
    const { rows: found } = await page('instructor-saves', { q: email, 'filters[contacted]': 'no' })
    expect(found[0].cells).toMatchObject({
      name: 'Sara',
      notes: 'Weekends',
      contacted: false,
      coachId: maya.userId,
    })
    expect((await act('instructor-saves', 'contact', [found[0].id])).json.changed).toHaveLength(1)
    const { rows: marked } = await page('instructor-saves', { q: email, 'filters[contacted]': 'yes' })
    expect(marked[0].cells.contactedAt).toMatch(/^\d{4}-/)
  })

  test('trial requests are listed and marked', async () => {
    const email = `${randomUUID()}@trial.test`
    await product.visitor().post('/api/functions/send-trial-interest', {
      clientId: randomUUID(),
      fullName: 'Tara Trial',
      email,
      phone: '704 555 0134',
      businessName: 'Trial Golf',
    })
    const { rows: found } = await page('trial-requests', { q: email })
    expect(found[0].cells).toMatchObject({
      fullName: 'Tara Trial',
      businessName: 'Trial Golf',
      contacted: false,
    })
    expect((await act('trial-requests', 'contact', [found[0].id])).json.changed).toHaveLength(1)
  })
})

test('support tickets change from any status to any, in bulk, each with an audit row [row 125]', async () => {
  const email = `${randomUUID()}@asks.test`
  for (const message of ['One', 'Two'])
    await product
      .visitor()
      .post('/api/support-tickets', { clientId: randomUUID(), name: 'Ada', email, message })
  const { rows: found } = await page('support-tickets', { q: email })
  expect(found).toHaveLength(2)
  const ids = found.map(({ id }: { id: string }) => id)
  for (const name of ['close', 'reopen', 'takeUp', 'close'])
    expect((await act('support-tickets', name, ids)).json.changed).toHaveLength(2)
  const log = await rows(
    `select before, after from audit_log where ids ->> 'support-tickets' = $1 order by id`,
    [ids[0]],
  )
  expect(log.map(({ before, after }) => [before.status, after.status])).toEqual([
    ['open', 'closed'],
    ['closed', 'open'],
    ['open', 'in_progress'],
    ['in_progress', 'closed'],
  ])
})

test('undo restores each ticket’s status; a ticket changed since then is left alone', async () => {
  const email = `${randomUUID()}@asks.test`
  for (const message of ['One', 'Two', 'Three'])
    await product
      .visitor()
      .post('/api/support-tickets', { clientId: randomUUID(), name: 'Ada', email, message })
  const ids: string[] = (await page('support-tickets', { q: email })).rows.map(({ id }: { id: string }) => id)
  const [open, taken, reopened] = ids as [string, string, string]
  const statusOf = async () =>
    Object.fromEntries(
      (await rows('select id, status from support_tickets where id = any($1)', [ids])).map(
        ({ id, status }) => [id, status],
      ),
    )
  await act('support-tickets', 'takeUp', [taken])
  const { actId } = (await act('support-tickets', 'close', ids)).json
  await act('support-tickets', 'reopen', [reopened])
  await act('support-tickets', 'takeUp', [reopened])
  const undo = () => admin.post('/api/admin/lists/support-tickets/acts/close/undo', { actId })
  expect((await undo()).json).toEqual({ restored: 2, skipped: 1 })
  expect(await statusOf()).toEqual({ [open]: 'open', [taken]: 'in_progress', [reopened]: 'in_progress' })
  expect((await undo()).json, 'again').toEqual({ restored: 0, skipped: 3 })
  const other = await admin.post('/api/admin/lists/support-tickets/acts/reopen/undo', { actId })
  expect([other.status, other.json.code], 'another act').toEqual([409, 'nothing_to_undo'])
})

describe('reported messages', () => {
  async function reported() {
    const [rude, kind] = [await product.student('Rude Ron'), maya]
    const conversationId = await beginTalk(rude, kind.userId, 'You are a terrible coach.')
    await kind.post(`/api/conversations/${conversationId}/reports`, {
      reason: 'harassment',
      details: 'Rude.',
    })
    const [report] = await rows('select id from message_reports where conversation_id = $1', [conversationId])
    return { rude, kind, conversationId, reportId: String(report.id) }
  }

  test('reading them writes an audit log row; a dismissal notifies nobody', async () => {
    const { rude, reportId } = await reported()
    const { json } = await admin.get(`/api/admin/message-reports/${reportId}`)
    expect(json).toMatchObject({
      reason: 'harassment',
      details: 'Rude.',
      reporter: { name: 'Maya Bennett' },
      reported: { name: 'Rude Ron', reports: 1 },
      messages: [{ name: 'Rude Ron', content: 'You are a terrible coach.' }],
    })
    expect((await put(`/api/admin/message-reports/${reportId}`, { outcome: 'dismissed' })).status).toBe(200)
    const again = await put(`/api/admin/message-reports/${reportId}`, { outcome: 'warned' })
    expect([again.status, again.json.code]).toEqual([409, 'already_settled'])
    expect((await rude.get('/api/notifications')).json.items).toEqual([])
    const log = await rows(
      `select target, after, subject_id from audit_log where ids ->> 'reportId' = $1 order by id`,
      [reportId],
    )
    expect(log).toMatchObject([
      { target: 'messages.reported', after: { read: 'messages', messages: 1 }, subject_id: rude.userId },
      { target: 'messages.settleReport', after: { outcome: 'dismissed' } },
    ])
  })

  test('a warning is sent to the person it concerns, in the default or the admin’s own words', async () => {
    const { rude, reportId } = await reported()
    await put(`/api/admin/message-reports/${reportId}`, {
      outcome: 'warned',
      explanation: 'Please stay kind.',
    })
    await product.settle()
    expect((await rude.get('/api/notifications')).json.items).toMatchObject([
      { kind: 'conversation_notice', body: 'Please stay kind.' },
    ])
    expect(
      await rows(
        `select template_key, status from email_logs where user_id = $1 and template_key like 'conversation%'`,
        [rude.userId],
      ),
    ).toEqual([{ template_key: 'conversation-warning', status: 'sent' }])
  })

  test('a paused conversation accepts no messages from either side until it is reopened', async () => {
    const { rude, kind, conversationId, reportId } = await reported()
    await put(`/api/admin/message-reports/${reportId}`, { outcome: 'suspended' })
    for (const person of [rude, kind]) {
      const sent = await say(person, conversationId, 'Hello?')
      expect([sent.status, sent.json.code]).toEqual([409, 'conversation_suspended'])
      expect((await person.get(`/api/conversations/${conversationId}`)).json.isSuspended).toBe(true)
    }
    const lift = { suspended: false, reason: 'They made up' }
    expect((await put(`/api/admin/conversations/${conversationId}/suspension`, lift)).status).toBe(200)
    expect((await say(rude, conversationId, 'Sorry.')).status).toBe(201)
    const [log] = await rows(
      `select before, after, reason from audit_log where target = 'messages.setSuspended' and ids ->> 'conversationId' = $1`,
      [conversationId],
    )
    expect(log).toEqual({ before: { suspended: true }, after: { suspended: false }, reason: 'They made up' })
  })

  test('the message list is newest first with senders, and opening it is logged [row 133]', async () => {
    const { rude } = await reported()
    const read = async () =>
      (
        await rows(
          `select count(*)::int as n from audit_log where after ->> 'read' = 'messages' and target = 'backOffice.list'`,
        )
      )[0].n
    const before = await read()
    const { rows: found } = await page('messages', { q: rude.email })
    expect(found).toMatchObject([{ cells: { sender: 'Rude Ron', content: 'You are a terrible coach.' } }])
    expect(await read()).toBe(before + 1)
  })
})

describe('promo codes', () => {
  test('a code is created, can’t be used after its end, and both changes are logged', async () => {
    const code = `T${randomUUID().slice(0, 8)}`.toUpperCase()
    const make = (more: object) =>
      admin.post('/api/admin/promo-codes', {
        code: code.toLowerCase(),
        percentOff: 5,
        amountOffCents: null,
        ...more,
      })
    const made = await make({})
    expect(made.status, made.text).toBe(201)
    expect([(await make({})).json.code, (await make({ code: 'a' })).status]).toEqual(['code_taken', 400])
    expect((await make({ code: `${code}B`, amountOffCents: 500 })).json.message).toBe(
      'Give either a percentage or an amount',
    )
    expect((await make({ code: `${code}C`, fundedBy: 'coach' })).json.message).toBe(
      'Choose the coach who pays for it',
    )
    const shown = async () => (await page('promo-codes', { q: code })).rows[0].cells
    expect(await shown()).toMatchObject({ code, state: 'valid', percentOff: 5, uses: 0 })
    const end = () => admin.post(`/api/admin/promo-codes/${made.json.promoCodeId}/end`)
    expect([(await end()).status, (await end()).status]).toEqual([200, 404])
    expect((await shown()).state).toBe('ended')
    const log = await rows(`select target from audit_log where ids ->> 'promoCodeId' = $1 order by id`, [
      made.json.promoCodeId,
    ])
    expect(log.map(({ target }) => target)).toEqual(['discounts.makePromoCode', 'discounts.endPromoCode'])
  })
})

describe('money', () => {
  test('a coach’s money matches what the coach sees, to the cent, and payments are found by email address', async () => {
    const coach = await signedInCoach(product, 'Cora Cents')
    const sam = await product.student()
    product.clock.moveTo(testNow)
    await bookPaid(product, sam, { instructorId: coach.userId, start: charlotteTime(6, 10) })
    const { json } = await admin.get(`/api/admin/coaches/${coach.userId}/money`)
    expect(json.coach).toMatchObject({ email: coach.email, account: 'none' })
    expect(json.lines.sum).toMatchObject({ grossCents: 8_500, feesCents: -850, netCents: 7_650 })
    const own = (await coach.get(`/api/coach/statement?year=${json.statement.year}`)).json
    expect(json.statement).toEqual(own)
    const found = await page('payments', { q: coach.email })
    expect(found.rows).toMatchObject([{ cells: { status: 'completed', amount: 8_500, refunded: 0 } }])
    expect((await admin.get(`/api/admin/coaches/${sam.userId}/money`)).status).toBe(404)
  })

  test('a payment that only our ledger has as paid is one finding until an admin settles it with a reason', async () => {
    const sam = await product.student()
    const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(7, 10) })
    const [{ stripe_session_id: session }] = await rows(
      'select stripe_session_id from payments where booking_id = $1',
      [bookingId],
    )
    await rows('delete from local_vendor.checkouts where id = $1', [session])
    await reconcilePayments(product.services)
    await reconcilePayments(product.services)
    const findings = async () =>
      (await page('money-findings', { 'filters[kind]': 'paid_only_here' })).rows.filter(
        ({ cells }: { cells: { bookingId: string } }) => cells.bookingId === bookingId,
      )
    const [finding, ...others] = await findings()
    expect([finding.cells.settled, others]).toEqual([false, []])
    expect((await act('money-findings', 'settle', [finding.id])).status).toBe(400)
    const reason = 'Refunded by hand at the processor'
    expect((await act('money-findings', 'settle', [finding.id], { reason })).json.changed).toEqual([
      finding.id,
    ])
    expect((await findings())[0].cells).toMatchObject({ settled: true, words: reason })
  })
})
