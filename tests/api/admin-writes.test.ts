import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminLists } from '#app/admin-lists.ts'
import { auditSentence } from '#features/back-office/audit-words.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { procedures, requestOf } from '../support/every-procedure.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct()
const pool = () => product.database.pool
let admin: Visitor & { userId: string }

beforeAll(async () => {
  admin = await product.admin()
})

const why = 'Ticket 4711: they asked for it'

async function ticket() {
  const { rows } = await pool().query(
    `insert into support_tickets (client_id, user_email, user_name, message)
     values (gen_random_uuid(), 'sam@students.test', 'Sam Rivera', $1) returning id`,
    [written.ticket],
  )
  return String(rows[0].id)
}
async function coach() {
  const maya = await signedInCoach(product)
  await pool().query(`update instructor_profiles set credentials = '{PGA Class A}' where user_id = $1`, [
    maya.userId,
  ])
  return maya
}
const record = async (userId: string) =>
  await admin.post(`/api/coaches/${userId}/verifications`, { credential: 'PGA Class A', evidence: 'Card' })
async function importedReview() {
  const maya = await coach()
  const review = { author: 'Lee Park', rating: 5, text: written.review, source: 'Google' }
  await maya.post('/api/coach/imported-reviews', review)
  const { rows } = await pool().query('select id from imported_reviews where instructor_id = $1', [
    maya.userId,
  ])
  return String(rows[0].id)
}
const someone = async () => (await product.student()).userId

/** Private texts in the cases, which must not appear in the audit log. */
const written = {
  ticket: 'Where is my lesson?',
  answer: 'It stands in My Lessons.',
  review: 'Patient and clear, a joy.',
  message: 'You will never break ninety.',
  report: 'He is rude every week.',
  warning: 'Please write as you would speak.',
  problem: 'Nobody was at the range.',
  note: 'The student called twice about the parking.',
  decision: 'The coach came half an hour late.',
}

async function reported() {
  const [ron, maya] = [await product.student('Rude Ron'), await coach()]
  const conversationId = await beginTalk(ron, maya.userId, written.message)
  await maya.post(`/api/conversations/${conversationId}/reports`, {
    reason: 'harassment',
    details: written.report,
  })
  const { rows } = await pool().query('select id from message_reports where conversation_id = $1', [
    conversationId,
  ])
  return { conversationId, reportId: String(rows[0].id) }
}
let day = 8
/** A paid lesson of $85. */
async function lesson() {
  const [sam, maya] = [await product.student(), await coach()]
  product.clock.moveTo(testNow)
  return await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day++, 10) })
}
/** A lesson of $85 with a problem reported by its student. */
async function disputed() {
  const [sam, maya] = [await product.student(), await coach()]
  product.clock.moveTo(testNow)
  const start = charlotteTime(day++, 10)
  const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start })
  product.clock.moveTo(Date.parse(start) + 2 * 3_600_000)
  const { json } = await sam.post(`/api/bookings/${bookingId}/problems`, {
    reason: 'service_not_received',
    details: written.problem,
  })
  return String(json.disputeId)
}
async function quizTaker() {
  const { id } = await addCoach(pool(), { name: 'Robin Fairlie', lat: 35.2271, lng: -80.8431 })
  const [email, sessionId] = [`${randomUUID()}@golfers.test`, randomUUID()]
  await pool().query(
    `insert into quiz_responses (session_id, variant, current_step, contact_email, contact_name, match_found,
       recommended_instructor_id, location_raw, location_city, location_state, created_at, updated_at)
     values ($1, 'control', 'budget', $2, 'Lou Haskell', true, $3, '28202', 'Charlotte', 'NC', $4, $4)`,
    [sessionId, email, id, new Date(product.clock.now() - 3_600_000)],
  )
  return { email, sessionId }
}
const makeCode = () =>
  admin.post('/api/admin/promo-codes', {
    code: `T${randomUUID().slice(0, 8)}`.toUpperCase(),
    percentOff: 5,
    amountOffCents: null,
  })
/** Saves the welcome template with another subject. */
async function saveWelcome(subject: string) {
  const { json } = await admin.get('/api/admin/templates/email/welcome')
  const { templateName, content, versions } = json
  const words = { templateName, content, subject, basedOn: versions[0]?.id ?? null }
  return await admin.put('/api/admin/templates/email/welcome', words)
}

/**
 * A successful call of every procedure with which admins write. A procedure that is missing here fails the
 * test.
 */
const cases: Record<string, () => Promise<unknown>> = {
  'accounts.setAdmin': async () => {
    const userId = await someone()
    await pool().query('update profiles set email_verified = true where id = $1', [userId])
    return admin.put(`/api/admin/users/${userId}/admin`, { isAdmin: true, reason: why })
  },
  'accounts.takeSecondFactorAway': async () => {
    const userId = await someone()
    await pool().query('update profiles set two_factor_enabled = true where id = $1', [userId])
    return admin.post(`/api/admin/users/${userId}/second-factor/removal`, { reason: why })
  },
  'accounts.signOutEverywhere': async () =>
    admin.post(`/api/admin/users/${await someone()}/sign-out`, { reason: why }),
  'accounts.closeForPerson': async () =>
    admin.post(`/api/admin/users/${await someone()}/closure`, { reason: why, refundCents: 0 }),
  'accounts.exportForPerson': async () =>
    admin.post(`/api/admin/users/${await someone()}/export`, { reason: why }),
  'accounts.startImpersonation': async () => {
    const cookie = admin.cookie
    const answer = await admin.post('/api/admin/impersonation', { userId: await someone(), reason: why })
    await admin.send('DELETE', '/api/impersonation')
    admin.cookie = cookie
    return answer
  },
  'backOffice.act': async () =>
    admin.post('/api/admin/lists/users/acts/suspend', { ids: [await someone()], shown: 1, reason: why }),
  'backOffice.undo': async () => {
    const acts = '/api/admin/lists/support-tickets/acts/close'
    const { json } = await admin.post(acts, { ids: [await ticket()], shown: 1 })
    return admin.post(`${acts}/undo`, { actId: json.actId })
  },
  'backOffice.saveView': () =>
    admin.post('/api/admin/lists/users/views', { name: 'Mine', view: 'role=coach' }),
  'backOffice.dropView': async () => {
    await admin.post('/api/admin/lists/users/views', { name: 'Old', view: '' })
    const { json } = await admin.get('/api/admin/lists/users/views')
    return admin.send(
      'DELETE',
      `/api/admin/views/${json.find((one: { name: string }) => one.name === 'Old').id}`,
    )
  },
  'coaches.recordVerification': async () => record((await coach()).userId),
  'coaches.withdrawVerification': async () => {
    const { userId } = await coach()
    await record(userId)
    const { json } = await admin.get(`/api/coaches/${userId}/verifications`)
    return admin.post(`/api/coach-verifications/${json[0].id}/withdrawal`, { reason: why })
  },
  'ownProfile.refuseCheck': async () => {
    const maya = await coach()
    await maya.post('/api/coach/credentials/checks', { credential: 'PGA Class A' })
    const { rows } = await pool().query('select id from credential_requests where instructor_id = $1', [
      maya.userId,
    ])
    return admin.post(`/api/coach-requests/checks/${rows[0].id}/refusal`, { reason: why, refusal: why })
  },
  'ownProfile.approveReview': async () =>
    admin.post(`/api/coach-requests/reviews/${await importedReview()}/approval`, {}),
  'ownProfile.refuseReview': async () =>
    admin.post(`/api/coach-requests/reviews/${await importedReview()}/refusal`, {
      reason: why,
      refusal: why,
    }),
  'marketing.sync': () => admin.post('/api/functions/sync-klaviyo-profile', { syncAll: true }),
  'operations.createDemoData': async () => {
    await pool().query('delete from profiles where is_demo')
    return await admin.post('/api/functions/create-enterprise-demo-data')
  },
  'operations.geocode': () => admin.post('/api/functions/geocode-teaching-locations'),
  'support.setOwner': async () =>
    admin.put(`/api/admin/support-tickets/${await ticket()}/owner`, { isMine: true }),
  'support.setStatus': async () =>
    admin.put(`/api/admin/support-tickets/${await ticket()}/status`, { status: 'closed' }),
  'support.answer': async () =>
    admin.post('/api/functions/send-support-notification', {
      ticketId: await ticket(),
      adminResponse: written.answer,
    }),
  'accounts.sendWelcome': async () =>
    admin.post('/api/functions/send-welcome-email', {
      email: (await product.student()).email,
      fullName: 'Sam Rivera',
      userType: 'student',
      reason: why,
    }),
  'analytics.markSearch': async () => {
    const { rows } = await pool().query(
      `insert into search_history (id, session_id, search_query, results_count)
       values (gen_random_uuid(), gen_random_uuid(), '28202', 0) returning id`,
    )
    return admin.put(`/api/admin/searches/${rows[0].id}/test`, { isTest: true })
  },
  'content.announceTerms': async () => {
    const { json } = await admin.get('/api/admin/terms')
    const { earliest: version, text } = json
    return admin.post('/api/admin/terms', { version, text, summary: 'We say more about refunds.' })
  },
  'discounts.makePromoCode': makeCode,
  'discounts.endPromoCode': async () =>
    admin.post(`/api/admin/promo-codes/${(await makeCode()).json.promoCodeId}/end`),
  'disputes.evidencePack': async () => admin.post(`/api/admin/disputes/${await disputed()}/evidence-pack`),
  'disputes.refund': async () =>
    admin.post(`/api/admin/disputes/${await disputed()}/refunds`, {
      changeId: randomUUID(),
      version: 0,
      resolves: true,
      amountCents: 4_250,
      keptCents: 8_500,
      explanation: written.decision,
    }),
  'disputes.settle': async () =>
    admin.put(`/api/admin/disputes/${await disputed()}`, {
      changeId: randomUUID(),
      version: 0,
      status: 'resolved',
      adminNotes: why,
      explanation: written.decision,
    }),
  'lessons.refund': async () =>
    admin.post(`/api/admin/lessons/${await lesson()}/refunds`, {
      refundId: randomUUID(),
      amountCents: 2_000,
      keptCents: 8_500,
      reason: why,
    }),
  'lessons.addNote': async () =>
    admin.post(`/api/admin/lessons/${await lesson()}/notes`, { noteId: randomUUID(), body: written.note }),
  'matchQuiz.markTest': async () =>
    admin.put(`/api/admin/quiz/sessions/${(await quizTaker()).sessionId}/test`, { isTest: true }),
  'messageLogs.resend': async () => {
    const userId = await someone()
    const variables = { full_name: 'Sam Rivera' }
    const key = `case:${randomUUID()}`
    await deliverEmail(product.services, { key, template: 'welcome', userId, variables })
    const { rows } = await pool().query('select id from email_logs where dedupe_key = $1', [key])
    return admin.post(`/api/admin/message-logs/email/${rows[0].id}/resends`)
  },
  'messages.settleReport': async () =>
    admin.put(`/api/admin/message-reports/${(await reported()).reportId}`, {
      outcome: 'warned',
      explanation: written.warning,
      adminNotes: why,
    }),
  'messages.setSuspended': async () =>
    admin.put(`/api/admin/conversations/${(await reported()).conversationId}/suspension`, {
      suspended: true,
      reason: why,
    }),
  'quizFollowUp.send': async () =>
    admin.post('/api/functions/send-quiz-reengagement', { email: (await quizTaker()).email }),
  'templates.save': () => saveWelcome('Fore, {{full_name}}!'),
  'templates.restore': async () => {
    await saveWelcome('Tee time, {{full_name}}!')
    return admin.post('/api/admin/templates/email/welcome/restorations', { versionId: null })
  },
  'templates.setAppUrl': () =>
    admin.put('/api/admin/site-settings/app-url', { appUrl: 'http://greenside.test' }),
  'templates.setSmsCtaUrl': () =>
    admin.put('/api/admin/site-settings/sms-cta-url', { smsCtaUrl: 'https://golf.example/app' }),
  'templates.test': () =>
    admin.post('/api/functions/test-email-template', {
      templateKey: 'welcome',
      testEmail: 'tester@letters.test',
    }),
}

const writes = procedures.filter(
  ({ access, method, changesNothing }) => access === 'admin' && method !== 'GET' && !changesNothing,
)

/** Creations have no values before, deletions none after. */
const withoutBefore = [
  'accounts.exportForPerson',
  'accounts.startImpersonation',
  'backOffice.saveView',
  'discounts.makePromoCode',
  'disputes.evidencePack',
  'lessons.addNote',
  'marketing.sync',
  'operations.createDemoData',
  'operations.geocode',
]
const withoutAfter = ['accounts.startImpersonation', 'backOffice.dropView']

/** The expected facts in the audit log for some of them, in addition to the actor. */
const facts: Record<string, { before?: object | null; after?: object | null; reason?: string | null }> = {
  'analytics.markSearch': { before: { isTest: false }, after: { isTest: true } },
  'accounts.sendWelcome': {
    before: { sent: false },
    after: { sent: true, template: 'welcome' },
    reason: why,
  },
  'coaches.recordVerification': {
    before: { kind: 'certificate', state: 'not recorded' },
    after: { kind: 'certificate', state: 'recorded', expiresOn: null },
  },
  'coaches.withdrawVerification': {
    before: { kind: 'certificate', state: 'recorded', expiresOn: null },
    after: { kind: 'certificate', state: 'withdrawn' },
    reason: why,
  },
  'discounts.endPromoCode': { before: { isActive: true }, after: { isActive: false } },
  'discounts.makePromoCode': { before: null, after: { percentOff: 5, fundedBy: 'platform' } },
  'disputes.evidencePack': { after: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  'disputes.refund': {
    before: { status: 'pending', keptCents: 8_500 },
    after: { status: 'resolved', keptCents: 4_250 },
  },
  'disputes.settle': {
    before: { status: 'pending', keptCents: 8_500 },
    after: { status: 'resolved', keptCents: 8_500 },
    reason: why,
  },
  'lessons.refund': {
    before: { keptCents: 8_500 },
    after: { keptCents: 6_500, refundCents: 2_000, fromCoachCents: 1_800 },
    reason: why,
  },
  'lessons.addNote': { before: null, after: { note: 'added' } },
  'matchQuiz.markTest': { before: { responses: 1, tests: 0 }, after: { responses: 1, tests: 1 } },
  'messageLogs.resend': { before: { status: 'sent' }, after: { template: 'welcome', channel: 'email' } },
  'messages.setSuspended': { before: { suspended: false }, after: { suspended: true }, reason: why },
  'messages.settleReport': {
    before: { status: 'open' },
    after: { status: 'resolved', outcome: 'warned' },
    reason: why,
  },
  'operations.createDemoData': { after: { instructors: 10, students: 20 } },
  'ownProfile.refuseCheck': { before: { status: 'asked' }, after: { status: 'refused' } },
  'ownProfile.approveReview': { before: { status: 'asked' }, after: { status: 'approved' } },
  'ownProfile.refuseReview': { before: { status: 'asked' }, after: { status: 'refused' } },
  'quizFollowUp.send': { before: { sent: false }, after: { sent: true } },
  'support.answer': { before: { status: 'open' }, after: { status: 'in_progress', answered: true } },
  'support.setStatus': { before: { status: 'open' }, after: { status: 'closed' } },
  'templates.test': { before: { sent: false }, after: { sent: true, template: 'welcome' } },
  'templates.restore': {
    before: { subject: 'Tee time, {{full_name}}!' },
    after: { subject: 'Welcome to {{site_name}}' },
  },
  'templates.save': {
    after: { subject: 'Fore, {{full_name}}!', content: expect.stringMatching(/^[0-9a-f]{16}$/) },
  },
  'templates.setAppUrl': {
    before: { app_url: expect.any(String) },
    after: { app_url: 'http://greenside.test' },
  },
  'templates.setSmsCtaUrl': {
    before: { sms_cta_url: expect.any(String) },
    after: { sms_cta_url: 'https://golf.example/app' },
  },
}

test('every procedure an admin can change something with has a case', () => {
  expect(Object.keys(cases).sort()).toEqual(writes.map(({ name }) => name).sort())
})

test('every change, recorded reading and act of a list has a sentence in the audit log', () => {
  const others = [
    'accounts.actAsPerson',
    'bookings.cancel',
    'bookings.reschedule',
    'disputes.evidence',
    'messages.reported',
  ]
  expect(procedures.map(({ name }) => name)).toEqual(expect.arrayContaining(others))
  const recorded = [...writes.map(({ name }) => name), ...others].filter(
    (name) => !['backOffice.act', 'backOffice.undo'].includes(name),
  )
  const acts = adminLists.flatMap(({ name: list, acts = {} }) =>
    Object.keys(acts).map((act) => ({ target: 'backOffice.act', ids: { [list]: '1' }, after: { act } })),
  )
  const sentences = [...recorded.map((target) => ({ target, ids: {}, after: {} })), ...acts].map(
    auditSentence,
  )
  expect(sentences.filter((sentence) => sentence.includes(': '))).toEqual([])
})

test.each(Object.keys(cases))(
  '%s writes an audit log row, and none when it is refused [D3]',
  async (name) => {
    const rows = async () =>
      (
        await pool().query(
          `select actor_id, target, before, after, reason from audit_log where action = 'change' and target = $1 order by id`,
          [name],
        )
      ).rows
    const refused = writes.find((one) => one.name === name)
    if (!refused) throw new Error('no such procedure')
    const before = (await rows()).length
    const { method, path, body } = requestOf(refused, {})
    const failed = await admin.send(method, path, body, { 'content-type': 'application/json' })
    if (failed.status >= 400) expect(await rows(), 'refused').toHaveLength(before)
    const known = (await rows()).length
    const answer = (await cases[name]?.()) as Awaited<ReturnType<Visitor['get']>>
    expect(answer.status, answer.text).toBeLessThan(300)
    const left = (await rows()).slice(known)
    expect(left.length, 'rows').toBeGreaterThan(0)
    expect(left.at(-1)).toMatchObject({ actor_id: admin.userId, ...facts[name] })
    for (const row of left) {
      if (!withoutBefore.includes(name)) expect(Object.keys(row.before ?? {}), 'before').not.toEqual([])
      if (!withoutAfter.includes(name)) expect(Object.keys(row.after ?? {}), 'after').not.toEqual([])
    }
  },
)

test('an answer or settlement sent twice is logged once', async () => {
  const rows = async (target: string) =>
    (await pool().query('select count(*)::int as n from audit_log where target = $1', [target])).rows[0].n
  const answer = { ticketId: await ticket(), clientId: randomUUID(), adminResponse: written.answer }
  const settlement = {
    changeId: randomUUID(),
    version: 0,
    status: 'investigating',
    adminNotes: why,
    explanation: '',
    refundCents: 0,
    keptCents: 8_500,
  }
  const disputeId = await disputed()
  const before = [await rows('support.answer'), await rows('disputes.settle')]
  for (let time = 0; time < 2; time += 1) {
    const answers = [
      await admin.post('/api/functions/send-support-notification', answer),
      await admin.put(`/api/admin/disputes/${disputeId}`, settlement),
    ]
    expect(answers.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(['done', 'done'])
  }
  expect([await rows('support.answer'), await rows('disputes.settle')]).toEqual(before.map((n) => n + 1))
})

test('the before and after values in the log contain no user-written text', async () => {
  const { rows } = await pool().query('select target, before, after from audit_log')
  expect(rows.length).toBeGreaterThan(Object.keys(cases).length)
  for (const { target, before, after } of rows)
    for (const words of Object.values(written))
      expect(JSON.stringify([before, after]), target).not.toContain(words)
})

test.each(procedures.filter(({ access, changesNothing }) => access === 'admin' && changesNothing))(
  '$name only reads and writes no row',
  async (procedure) => {
    const count = async () => (await pool().query('select count(*)::int as n from audit_log')).rows[0].n
    const before = await count()
    const { method, path, body } = requestOf(procedure, {})
    await admin.send(method, path, body, { 'content-type': 'application/json' })
    expect(await count()).toBe(before)
  },
)

describe('an account change by an admin', () => {
  test('is logged with before, after and reason; admins can’t change their own account', async () => {
    const sam = await product.student()
    await pool().query('update profiles set email_verified = true where id = $1', [sam.userId])
    await admin.put(`/api/admin/users/${sam.userId}/admin`, { isAdmin: true, reason: why })
    const { rows } = await pool().query(`select before, after, reason from audit_log where subject_id = $1`, [
      sam.userId,
    ])
    expect(rows).toEqual([
      { before: { isAdmin: false }, after: { isAdmin: true, alsoEnded: [] }, reason: why },
    ])
    expect((await sam.get('/api/me')).json, 'signed out').toBeNull()
    for (const answer of [
      await admin.put(`/api/admin/users/${admin.userId}/admin`, { isAdmin: false, reason: why }),
      await admin.post(`/api/admin/users/${admin.userId}/second-factor/removal`, { reason: why }),
    ])
      expect([answer.status, answer.json.code]).toEqual([403, 'another_admin'])
    expect((await admin.post(`/api/admin/users/${sam.userId}/sign-out`, { reason: 'why' })).status).toBe(400)
    expect((await admin.post(`/api/admin/users/${randomUUID()}/sign-out`, { reason: why })).status).toBe(404)
    const closing = await admin.post(`/api/admin/users/${sam.userId}/closure`, { reason: why })
    expect([closing.status, closing.json.code]).toEqual([409, 'admins_stay'])
  })
})

describe('bulk actions', () => {
  test('filter to 7 of 120, select all, act: exactly 7 change, each logged; one undo reverts them [D1]', async () => {
    await pool().query(
      `insert into profiles (full_name, email, city)
       select 'Kit ' || n, 'kit' || n || '@bulk.test', case when n <= 7 then 'Sevenoaks' else 'Bulkham' end from generate_series(1, 120) n`,
    )
    const act = (name: string, body: object) => admin.post(`/api/admin/lists/users/acts/${name}`, body)
    const suspended = async () =>
      (
        await pool().query(
          `select city from profiles where email like '%@bulk.test' and suspended_at is not null`,
        )
      ).rows
    const filters = { city: 'Sevenoaks' }
    const refused = await act('suspend', { filters, shown: 6, reason: why })
    expect(refused.json).toEqual({ ok: false, reason: 'count_differs', count: 7 })
    expect(await suspended()).toEqual([])
    expect((await act('suspend', { filters, shown: 7 })).json.code).toBe('reason_missing')
    expect((await act('suspend', { filters: { nothing: 'x' }, shown: 120, reason: why })).status).toBe(400)
    const { json } = await act('suspend', { filters, shown: 7, reason: why })
    expect(json.changed).toHaveLength(7)
    expect(await suspended()).toEqual(Array(7).fill({ city: 'Sevenoaks' }))
    const { rows } = await pool().query(
      `select before, after, reason from audit_log where target = 'backOffice.act' and subject_id = any($1)`,
      [json.changed],
    )
    expect(rows).toEqual(
      Array(7).fill({
        before: { state: 'open' },
        after: { act: 'suspend', state: 'suspended', lessons: 'kept' },
        reason: why,
      }),
    )
    expect((await act('lift', { ids: json.changed, shown: 7 })).json.changed).toHaveLength(7)
    expect(await suspended()).toEqual([])
  })

  test('an admin can’t be suspended', async () => {
    const { json } = await admin.post('/api/admin/lists/users/acts/suspend', {
      ids: [admin.userId],
      shown: 1,
      reason: why,
    })
    expect(json).toEqual({ ok: true, changed: [] })
  })
})

describe('in production', () => {
  const real = testProduct({ ADMIN_TWO_FACTOR: 'required' })
  test('an admin without a second factor is refused every admin procedure [D9]', async () => {
    const avery = await real.admin()
    const answered: string[] = []
    for (const procedure of procedures.filter(({ access }) => access === 'admin')) {
      const { method, path, body } = requestOf(procedure, { list: 'users' })
      const { status } = await avery.send(method, path, body, { 'content-type': 'application/json' })
      if (status !== 401) answered.push(`${procedure.name} ${status}`)
    }
    expect(answered).toEqual([])
    expect((await avery.get('/admin/files/users.csv')).status).toBe(401)
  })
})
