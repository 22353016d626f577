import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sendDecision } from '#features/disputes/desk/commands.ts'
import { HOUR } from '#platform/duration.ts'
import { balances, bookPaid, emailsAbout, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct()
let admin: Visitor & { userId: string }
let maya: Awaited<ReturnType<typeof signedInCoach>>
let day = 8

beforeAll(async () => {
  admin = await product.admin()
  maya = await signedInCoach(product)
})

const rows = async (text: string, values: unknown[] = []) => await product.query(text, values)

/** A lesson of $85, less what a code takes off, with a problem that its student reported. */
async function disputed(details = 'Nobody came.', wish: { promoCode?: string } = {}) {
  const sam = await product.student()
  product.clock.moveTo(testNow)
  const start = charlotteTime(day++, 10)
  const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start, ...wish })
  product.clock.moveTo(Date.parse(start) + 2 * HOUR)
  const { json } = await sam.post(`/api/bookings/${bookingId}/problems`, {
    reason: 'service_not_received',
    details,
  })
  return { sam, bookingId, disputeId: String(json.disputeId) }
}

const open = async (disputeId: string) => (await admin.get(`/api/admin/disputes/${disputeId}`)).json
const save = (disputeId: string, body: object, by: Visitor = admin) =>
  by.put(`/api/admin/disputes/${disputeId}`, { changeId: randomUUID(), version: 0, adminNotes: '', ...body })

const refund = (disputeId: string, body: object, by: Visitor = admin) =>
  by.post(`/api/admin/disputes/${disputeId}/refunds`, {
    changeId: randomUUID(),
    version: 0,
    resolves: false,
    ...body,
  })

/** Does the jobs that tell of the decisions of a dispute; twice, as a worker that dies may. */
async function tellDecisions(disputeId: string) {
  const waiting = await rows(
    `select data from pgboss.job where name = 'tell-of-decision' and data ->> 'disputeId' = $1 order by start_after`,
    [disputeId],
  )
  for (const { data } of [...waiting, ...waiting]) await sendDecision(product.services, data)
}

test('half the price is refunded once, no matter how often the request is sent, and both sides see the decision [row 122] [D10]', async () => {
  const { sam, bookingId, disputeId } = await disputed()
  expect((await save(disputeId, { status: 'investigating', adminNotes: 'Half is fair.' })).status).toBe(200)
  const half = {
    changeId: randomUUID(),
    version: 1,
    amountCents: 4_250,
    keptCents: 8_500,
    resolves: true,
    explanation: 'The coach came half an hour late.',
  }
  const answers = await Promise.all([
    refund(disputeId, half),
    refund(disputeId, half),
    refund(disputeId, half),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  await sendRefunds(product, bookingId)
  expect(
    await rows('select amount_cents, reason, status from payment_refunds where booking_id = $1', [bookingId]),
  ).toEqual([{ amount_cents: 4_250, reason: 'dispute', status: 'sent' }])
  expect(await balances(product, bookingId)).toEqual({
    processor_cash: 4_250,
    coach_held: -3_825,
    platform_fee: -425,
  })
  const found = await open(disputeId)
  expect(found.dispute).toMatchObject({
    status: 'resolved',
    resolvedBy: 'Avery Quinn',
    adminNotes: 'Half is fair.',
    version: 2,
  })
  expect(found.money).toMatchObject({
    paidCents: 8_500,
    owedBackCents: 4_250,
    keptCents: 4_250,
    isOurs: true,
  })
  await tellDecisions(disputeId)
  await product.sendMessages()
  const letters = await emailsAbout(product, bookingId)
  expect(letters).toEqual(expect.arrayContaining(['problem-settled-coach', 'problem-settled-student']))
  expect(letters, 'the decision is the letter about its refund').not.toContain('booking-refunded-coach')
  const told = (await sam.get('/api/notifications')).json.items.map((item: { kind: string }) => item.kind)
  expect(told.filter((kind: string) => kind === 'dispute_settled')).toHaveLength(1)
  const log = await rows(
    `select before, after, subject_id from audit_log where target = 'disputes.refund' and ids ->> 'disputeId' = $1`,
    [disputeId],
  )
  expect(log).toEqual([
    {
      before: { status: 'investigating', keptCents: 8_500 },
      after: { status: 'resolved', keptCents: 4_250 },
      subject_id: sam.userId,
    },
  ])
})

test('a partial refund reduces revenue by that part, not the whole lesson, for admin and coach alike', async () => {
  const { bookingId, disputeId } = await disputed()
  expect((await maya.post(`/api/bookings/${bookingId}/completion`)).status).toBe(200)
  const read = async () => ({
    site: (await admin.get('/api/admin/overview')).json.revenue,
    trends: (await admin.get('/api/admin/trends?period=90')).json,
    coach: (await maya.get('/api/coach/dashboard')).json,
  })
  const before = await read()
  expect((await refund(disputeId, { amountCents: 4_250, keptCents: 8_500 })).status).toBe(201)
  await sendRefunds(product, bookingId)
  const after = await read()
  const { lessons, grossCents, refundsCents, netCents, shareCents } = before.site
  expect(after.site).toEqual({
    lessons,
    grossCents,
    refundsCents: refundsCents + 4_250,
    netCents: netCents - 4_250,
    shareCents: shareCents - 3_825,
  })
  // The trends of a period in which everything happened add up to the same.
  expect(after.trends.now).toMatchObject({
    lessons,
    grossCents,
    refundsCents: refundsCents + 4_250,
    netCents: netCents - 4_250,
    feeCents: netCents - 4_250 - (shareCents - 3_825),
  })
  const { from, to } = after.trends
  const listed = await admin.get(
    `/api/admin/lists/lessons?filters[revenue]=yes&filters[lessonDate]=${from}..${to}`,
  )
  expect(listed.json.count).toBe(lessons)
  expect(listed.json.rows.map(({ id }: { id: string }) => id)).toContain(bookingId)
  expect(after.coach).toMatchObject({
    grossYearToDateCents: before.coach.grossYearToDateCents,
    refundsYearToDateCents: before.coach.refundsYearToDateCents + 4_250,
    revenueYearToDateCents: before.coach.revenueYearToDateCents - 4_250,
    shareYearToDateCents: before.coach.shareYearToDateCents - 3_825,
  })
})

test('saving moves no money, whatever the request contains', async () => {
  const { bookingId, disputeId } = await disputed()
  const answer = await save(disputeId, { status: 'pending', refundCents: 8_500, keptCents: 8_500 })
  expect(answer.status).toBe(200)
  expect(await rows('select from payment_refunds where booking_id = $1', [bookingId])).toEqual([])
})

test('two admins refunding at once make one refund: the other sees what is left', async () => {
  const { bookingId, disputeId } = await disputed()
  const whole = { amountCents: 8_500, keptCents: 8_500 }
  const answers = await Promise.all([1, 2, 3, 4].map(() => refund(disputeId, whole)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await open(disputeId)).dispute).toMatchObject({ status: 'pending', resolvedAt: null })
  const again = await refund(disputeId, { ...whole, version: 1 })
  expect([again.status, again.json.code]).toEqual([409, 'money_moved'])
  const more = await refund(disputeId, { version: 1, amountCents: 1, keptCents: 0 })
  expect([more.status, more.json.code]).toEqual([400, 'more_than_kept'])
  const nothing = await refund(disputeId, { version: 1, amountCents: 0, keptCents: 0 })
  expect(nothing.status).toBe(400)
  const owed = await rows(
    'select sum(amount_cents)::int as cents from payment_refunds where booking_id = $1',
    [bookingId],
  )
  expect(owed).toEqual([{ cents: 8_500 }])
})

test('any status can follow any: a reopened dispute keeps its history, and who settles it is recorded again [row 122] [D10]', async () => {
  const { sam, bookingId, disputeId } = await disputed()
  const steps = ['resolved', 'investigating', 'rejected', 'pending', 'rejected'] as const
  for (const [version, status] of steps.entries())
    expect((await save(disputeId, { version, status, adminNotes: `Step ${version}` })).status).toBe(200)
  const { dispute, history } = await open(disputeId)
  expect(history.map(({ from, to, notes }: Record<string, string>) => [from, to, notes])).toEqual([
    ['pending', 'resolved', 'Step 0'],
    ['resolved', 'investigating', 'Step 1'],
    ['investigating', 'rejected', 'Step 2'],
    ['rejected', 'pending', 'Step 3'],
    ['pending', 'rejected', 'Step 4'],
  ])
  expect(dispute).toMatchObject({ status: 'rejected', resolvedBy: 'Avery Quinn', adminNotes: 'Step 4' })
  await tellDecisions(disputeId)
  const told = (await sam.get('/api/notifications')).json.items.map((item: { kind: string }) => item.kind)
  expect(
    told.filter((kind: string) => kind === 'dispute_settled'),
    'three decisions, the last is told',
  ).toHaveLength(1)
  const stale = await save(disputeId, { version: 2, status: 'resolved' })
  expect([stale.status, stale.json.code]).toEqual([409, 'changed_meanwhile'])
  expect((await sam.get(`/api/bookings/${bookingId}/problem`)).json).toMatchObject({ status: 'rejected' })
  const reopened = (await save(disputeId, { version: 5, status: 'pending' })).status
  expect([reopened, (await open(disputeId)).dispute.resolvedAt]).toEqual([200, null])
})

test('an explanation that is corrected before it is sent replaces the first one, with the same decision', async () => {
  const { sam, disputeId } = await disputed()
  const decided = { status: 'resolved', explanation: 'The coach came half an our late.' }
  expect((await save(disputeId, decided)).status).toBe(200)
  const corrected = { ...decided, version: 1, explanation: 'The coach came half an hour late.' }
  expect((await save(disputeId, corrected)).status).toBe(200)
  const noted = { status: 'resolved', version: 2, adminNotes: 'Called both.' }
  expect((await save(disputeId, noted)).status).toBe(200)
  await tellDecisions(disputeId)
  await product.sendMessages()
  const letters = await lettersTo(product.database.pool, sam.email)
  const told = letters.filter(({ text }) => text.includes('The coach came'))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(corrected.explanation)
})

test('a problem that is rejected after a partial refund does not deny that refund, and each refund is told to both', async () => {
  const { sam, bookingId, disputeId } = await disputed()
  expect((await refund(disputeId, { amountCents: 4_250, keptCents: 8_500 })).status).toBe(201)
  await sendRefunds(product, bookingId)
  expect((await save(disputeId, { version: 1, status: 'rejected' })).status).toBe(200)
  await tellDecisions(disputeId)
  await product.sendMessages()
  const about = async ({ email }: { email: string }) =>
    (await lettersTo(product.database.pool, email)).map(({ text }) => text).join('\n')
  expect(await about(sam)).toContain('We found no reason for a further refund.')
  expect(await about(maya)).toContain('We found no reason for a further refund.')
  expect(await about(sam)).toContain('It is for the problem you reported with this lesson.')
  expect(await emailsAbout(product, bookingId)).toContain('booking-refunded-coach')
  await sam.signInAgain()
  expect((await sam.get(`/api/bookings/${bookingId}/problem`)).json).toMatchObject({
    status: 'rejected',
    refundedCents: 4_250,
  })
  expect((await refund(disputeId, { version: 2, amountCents: 1_100, keptCents: 4_250 })).status).toBe(201)
  await product.sendMessages()
  expect(await about(maya), 'a refund after the decision').toContain('share of this lesson is $9.90 less.')
})

test('a failed refund changes nothing: notes, status, history and money stay, and retrying the same request works [D10]', async () => {
  const { bookingId, disputeId } = await disputed()
  expect((await save(disputeId, { status: 'investigating', adminNotes: 'Called the range.' })).status).toBe(
    200,
  )
  const before = await open(disputeId)
  const refused = [
    await save(disputeId, { version: 0, status: 'resolved', adminNotes: 'Written by another tab' }),
    await refund(disputeId, { version: 1, resolves: true, amountCents: 9_000, keptCents: 8_500 }),
    await save(disputeId, { version: 1, status: 'nowhere', adminNotes: 'No such status' }),
    await save(disputeId, { version: 1, status: 'resolved', adminNotes: 'x'.repeat(4_001) }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 400, 400, 400])
  // The last statement of the save fails: the row in the audit log.
  await rows(
    `create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  )
  await rows(
    `create trigger fails before insert on audit_log for each row when (new.target = 'disputes.refund') execute function fail_here()`,
  )
  const half = {
    changeId: randomUUID(),
    version: 1,
    resolves: true,
    amountCents: 4_250,
    keptCents: 8_500,
  }
  expect((await refund(disputeId, half)).status).toBe(500)
  expect(await open(disputeId)).toMatchObject({
    dispute: before.dispute,
    history: before.history,
    money: { keptCents: 8_500 },
  })
  expect(await rows('select from payment_refunds where booking_id = $1', [bookingId])).toEqual([])
  await rows('drop trigger fails on audit_log')
  expect((await refund(disputeId, half)).status).toBe(201)
  expect((await open(disputeId)).dispute).toMatchObject({
    status: 'resolved',
    adminNotes: 'Called the range.',
    version: 2,
  })
})

test('evidence includes terms, both sides, messages, emails and money; the pack has a checksum, and reading it is logged', async () => {
  await rows(`insert into promo_codes (code, percent_off, valid_from) values ('FAIRWAY10', 10, 'epoch')`)
  const { sam, bookingId, disputeId } = await disputed('<script>alert(1)</script>', {
    promoCode: 'FAIRWAY10',
  })
  await beginTalk(sam, maya.userId, 'Where are you? <b>I wait</b>')
  await maya.post(`/api/bookings/${bookingId}/problem/answer`, { answer: 'The road was closed.' })
  const found = await open(disputeId)
  expect(found.dispute).toMatchObject({ coachAnswer: 'The road was closed.', amountCents: 7_650 })
  expect(found.lesson.terms).toContain('Free cancellation until 48 hours')
  expect(found.messages).toMatchObject([{ from: 'student', content: 'Where are you? <b>I wait</b>' }])
  expect(found.letters.length).toBeGreaterThan(1)
  expect(found.money.timeline[0]).toMatchObject({ kind: 'paid', amountCents: 7_650 })
  expect(found.money.priceLines).toEqual([{ label: 'Code FAIRWAY10, 10% off', cents: -850 }])
  const pack = await admin.post(`/api/admin/disputes/${disputeId}/evidence-pack`)
  const { html, sha256 } = pack.json
  expect(sha256).toBe(createHash('sha256').update(html).digest('hex'))
  expect(html).not.toMatch(/<script|<b>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toMatch(/Code FAIRWAY10, 10% off[^-]*-\$8\.50/)
  expect(html).toMatch(/Made by .+ on \w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M/)
  expect(html).toMatch(/email to \S+ \((Scheduled|Sending|Sent|Delivered)\): /)
  const read = await rows(
    `select target from audit_log where actor_id = $1 and ids ->> 'disputeId' = $2 order by id`,
    [admin.userId, disputeId],
  )
  expect(read.map(({ target }) => target)).toEqual(['disputes.evidence', 'disputes.evidencePack'])
})

test('the bank’s decision determines the ledger, whatever status an admin set before', async () => {
  const { bookingId, disputeId } = await disputed()
  await product.query(
    `update payment_disputes set source = 'card_network', provider_dispute_id = 'dp_' || id where id = $1`,
    [disputeId],
  )
  const early = await refund(disputeId, { resolves: true, amountCents: 100, keptCents: 8_500 })
  expect([early.status, early.json.code]).toEqual([409, 'bank_decides'])
  const settled = await save(disputeId, { status: 'rejected' })
  expect([settled.status, settled.json.code]).toEqual([409, 'bank_decides'])
  expect((await save(disputeId, { status: 'investigating' })).status).toBe(200)
  const { lockPayment } = await import('#features/bookings/held-payment.ts')
  const { closeCardDispute } = await import('#features/disputes/commands.ts')
  const close = () =>
    product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId })
      if (!payment) throw new Error('no payment')
      const dispute = {
        id: randomUUID(),
        type: 'dispute_closed' as const,
        createdAt: product.clock.now(),
        paymentIntentId: payment.paymentIntentId ?? '',
        disputeId: `dp_${disputeId}`,
        reason: 'fraudulent',
        amountCents: 8_500,
        won: false,
      }
      return await closeCardDispute(product.services, tx, { payment, dispute })
    })
  expect([await close(), await close()]).toEqual([true, false])
  const found = await open(disputeId)
  expect(found.dispute).toMatchObject({ status: 'resolved', bankOutcome: 'lost', resolvedBy: null })
  expect(found.money).toMatchObject({ owedBackCents: 8_500, keptCents: 0 })
})

test('a reported problem is not refunded while the bank decides about the same payment, and is decided on its own', async () => {
  const { sam, bookingId, disputeId } = await disputed()
  expect((await open(disputeId)).money).toMatchObject({ isAtBank: false })
  const { lockPayment } = await import('#features/bookings/held-payment.ts')
  const { openCardDispute } = await import('#features/disputes/commands.ts')
  const opened = await product.services.db.transaction(async (tx) => {
    const payment = await lockPayment(product.services, tx, { bookingId })
    if (!payment) throw new Error('no payment')
    const dispute = { disputeId: `dp_${bookingId}`, reason: 'fraudulent', amountCents: 8_500 }
    return await openCardDispute(product.services, tx, { payment, dispute })
  })
  expect(opened).toBe(true)
  expect((await open(disputeId)).money).toMatchObject({ isAtBank: true })
  const early = await refund(disputeId, { resolves: true, amountCents: 4_250, keptCents: 8_500 })
  expect([early.status, early.json.code]).toEqual([409, 'bank_decides'])
  expect(await rows('select from payment_refunds where booking_id = $1', [bookingId])).toEqual([])
  expect((await save(disputeId, { status: 'investigating' })).status).toBe(200)

  // The bank's question does not keep our decision from the student and the coach.
  const explanation = 'Both of you were at the wrong gate.'
  expect((await save(disputeId, { version: 1, status: 'rejected', explanation })).status).toBe(200)
  await tellDecisions(disputeId)
  await product.sendMessages()
  for (const { email } of [sam, maya])
    expect((await lettersTo(product.database.pool, email)).map(({ text }) => text).join()).toContain(
      explanation,
    )
})

test('the list is newest first and searchable by name, and only admins can see or save', async () => {
  const { sam, disputeId } = await disputed()
  const { json } = await admin.get(`/api/admin/lists/disputes?q=${encodeURIComponent(sam.email)}`)
  expect(json.rows).toMatchObject([{ id: disputeId, cells: { status: 'pending', amount: 8_500 } }])
  const moments = (await admin.get('/api/admin/lists/disputes')).json.rows.map(
    ({ cells }: { cells: { createdAt: string } }) => cells.createdAt,
  )
  expect(moments).toEqual(moments.toSorted().reverse())
  for (const person of [sam, maya]) {
    expect((await person.get(`/api/admin/disputes/${disputeId}`)).status).toBe(403)
    expect((await save(disputeId, { status: 'resolved' }, person)).status).toBe(403)
    expect((await refund(disputeId, { amountCents: 1, keptCents: 8_500 }, person)).status).toBe(403)
  }
  expect((await save(randomUUID(), { status: 'resolved' })).status).toBe(404)
  const long = await save(disputeId, { status: 'resolved', adminNotes: 'x'.repeat(4_001) })
  expect([long.status, long.json.message]).toEqual([400, 'Notes must be less than 4000 characters'])
})
