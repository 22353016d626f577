import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendDueFollowUps } from '#features/match-quiz/follow-up/commands.ts'
import { MOST_AT_ONCE } from '#features/match-quiz/follow-up/follow-up.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { withoutLinkSecrets } from '#features/notifications/stored-copy.ts'
import type { Mail } from '#ports/email/email.ts'
import { addCoach, giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

/** The email and text logs, resending, and the follow-up email to quiz takers. */
const product = testProduct()

type Member = Awaited<ReturnType<typeof product.student>>
let admin: Member
let sam: Member
let coachId: string
beforeAll(async () => {
  admin = await product.student('Avery Admin')
  sam = await product.student('Sam Rivera')
  await giveRole(product.database.pool, admin.userId, 'admin')
  coachId = await aCoach('Maya Bennett', 35.2271, -80.8431)
})

const { query } = product
const log = async (list: string, more = '') => (await admin.get(`/api/admin/lists/${list}${more}`)).json
const mailsTo = (email: string) =>
  query(
    'select subject, body_html as html from local_vendor.outbox where recipient like $1 order by position',
    [`%${email}%`],
  )

const aCoach = async (name: string, lat: number, lng: number): Promise<string> =>
  (await addCoach(product.database.pool, { name, lat, lng })).id

/**
 * Inserts a quiz response.
 * @param hours how long ago
 */
async function quizTaker(change: Record<string, unknown> = {}, hours = 25) {
  const email = `${randomUUID()}@golfers.test`
  const at = new Date(product.clock.now() - hours * 3_600_000)
  const row = {
    session_id: randomUUID(),
    variant: 'control',
    current_step: 'budget',
    contact_email: email,
    contact_name: 'Lou Haskell',
    match_found: true,
    recommended_instructor_id: coachId,
    recommended_instructor_name: 'Maya Bennett',
    location_raw: '28202',
    location_city: 'Charlotte',
    location_state: 'NC',
    created_at: at,
    updated_at: at,
    ...change,
  }
  const names = Object.keys(row)
  await query(
    `insert into quiz_responses (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
  return String(row.contact_email)
}

describe('email logs [row 130]', () => {
  test('lists every email, newest first, and shows it as it was sent', async () => {
    await product.sendMessages()
    const { rows, columns } = await log('email-logs', `?q=${encodeURIComponent(sam.email)}`)
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['template', 'recipient', 'subject', 'status', 'errorMessage', 'sentAt']),
    )
    const welcome = rows.find((row: { cells: { template: string } }) => row.cells.template === 'welcome')
    expect(welcome.cells).toMatchObject({
      recipient: sam.email,
      status: 'sent',
      subject: 'Welcome to Greenside',
    })
    const opened = (await admin.get(`/api/admin/message-logs/email/${welcome.id}`)).json
    expect(opened).toMatchObject({
      status: 'sent',
      canResend: true,
      hidesSecrets: false,
      templateName: 'Welcome: to a student',
    })
    expect(opened.html).toContain('your account is ready')
    expect((await sam.get(`/api/admin/message-logs/email/${welcome.id}`)).status).toBe(403)
    expect((await admin.get(`/api/admin/message-logs/email/${randomUUID()}`)).status).toBe(404)
  })

  test('show every kind of email as the mail provider received it, byte for byte, also after a change of its template', async () => {
    const { services } = product
    const reader = await product.student('Kit Park')
    const sent: Mail[] = []
    const send = (mail: Mail) => Promise.resolve({ id: `kept:${sent.push(mail)}:${randomUUID()}` })
    const mailing = { ...services, email: { ...services.email, send } }
    const samples = services.letters
      .samples(services.clock.now())
      .filter(({ key }) => services.letters.templates.some((letter) => letter.key === key && letter.email))
    const keyed = samples.map((sample) => ({ ...sample, id: `kept:${randomUUID()}` }))
    for (const { id, key, variables } of keyed)
      await deliverEmail(mailing, {
        key: id,
        template: key,
        userId: reader.userId,
        variables: { ...variables },
      })
    expect(new Set(keyed.map(({ key }) => key))).toEqual(
      new Set(services.letters.templates.filter(({ email }) => email).map(({ key }) => key)),
    )
    await query(
      `update email_templates set html_content = '<p>Other words</p>' where template_key = 'welcome'`,
    )
    let whole = 0
    for (const { id, key, variables } of keyed) {
      const mail = sent.find((one) => one.key === id)
      const [row] = await query('select id, wording, html_content from email_logs where dedupe_key = $1', [
        id,
      ])
      expect(row, key).toMatchObject({ wording: expect.any(Buffer), html_content: null })
      const opened = (await admin.get(`/api/admin/message-logs/email/${row.id}`)).json
      const isOpen = Object.entries(withoutLinkSecrets(variables)).every(
        ([name, value]) => variables[name] === value,
      )
      if (isOpen) whole += 1
      // Secrets in links are hidden; everything else is compared.
      const compared = (html = '') => (isOpen ? html : html.replace(/https?:[^\s"<)]+/g, ''))
      expect(compared(opened.html), key).toBe(compared(mail?.html))
    }
    expect(whole).toBeGreaterThan(50)
    const wordings = await query('select count(*)::int as n from email_wordings')
    expect(wordings[0].n).toBeLessThanOrEqual(keyed.length + 10)
  })

  test('show no email whose stored values were changed, and wordings cannot be changed', async () => {
    const key = `changed:${randomUUID()}`
    await deliverEmail(product.services, {
      key,
      template: 'password-changed',
      userId: sam.userId,
      variables: { full_name: 'Sam', changed_at: 'today', reset_page_url: 'https://golf.example/reset' },
    })
    const [row] = await query('select id from email_logs where dedupe_key = $1', [key])
    const shown = async () => (await admin.get(`/api/admin/message-logs/email/${row.id}`)).json
    expect(await shown()).toMatchObject({ html: expect.stringContaining('today'), isDamaged: false })
    await query(`update email_logs set wording_values[1] = 'Kit' where id = $1`, [row.id])
    expect(await shown()).toMatchObject({ html: null, isDamaged: true, status: 'sent' })
    await expect(query('update email_wordings set parts = parts')).rejects.toThrow('does not change')
  })

  test('contain no usable sign-in link from any email', async () => {
    await product.visitor().post('/api/password-resets', { email: sam.email })
    await product.visitor().post('/api/magic-links', { email: sam.email })
    await product.sendMessages()
    const tokens = (await query('select body_text from local_vendor.outbox')).flatMap(
      ({ body_text }: { body_text: string }) =>
        [...body_text.matchAll(/token=([\w.~%-]+)/g)].map(([, token = '']) => token),
    )
    expect(tokens.length).toBeGreaterThan(2)
    const kept = JSON.stringify(await query('select * from email_logs'))
    for (const token of tokens) expect(kept).not.toContain(token)
    const { rows } = await log('email-logs', `?q=${encodeURIComponent(sam.email)}`)
    const reset = rows.find((row: { cells: { template: string } }) => row.cells.template === 'password-reset')
    const opened = (await admin.get(`/api/admin/message-logs/email/${reset.id}`)).json
    expect(opened).toMatchObject({ hidesSecrets: true, canResend: false })
    const again = await admin.post(`/api/admin/message-logs/email/${reset.id}/resends`)
    expect(again.status).toBe(409)
  })

  test('say why an email failed, and the email can be resent', async () => {
    const { email } = product.services
    const refusing = {
      ...product.services,
      email: { ...email, send: () => Promise.reject(new Error('mailbox full')) },
    }
    const job = {
      key: `fails:${randomUUID()}`,
      template: 'welcome',
      userId: sam.userId,
      variables: { full_name: 'Sam' },
    }
    await expect(deliverEmail(refusing, job)).rejects.toThrow('mailbox full')
    const { rows } = await log('email-logs', '?filters[status]=failed')
    const failed = rows.find((row: { cells: { recipient: string } }) => row.cells.recipient === sam.email)
    expect(failed.cells.errorMessage).toContain('mailbox full')
    const before = (await mailsTo(sam.email)).length
    expect((await admin.post(`/api/admin/message-logs/email/${failed.id}/resends`)).status).toBe(200)
    await product.sendMessages()
    expect(await mailsTo(sam.email)).toHaveLength(before + 1)
    const [audit] = await query('select * from audit_log order by id desc limit 1')
    expect(audit).toMatchObject({ target: 'messageLogs.resend', subject_id: sam.userId })
  })

  test('have a scheduled row for a quiz follow-up, planned for the day after the quiz', async () => {
    const email = await quizTaker({}, 1)
    const { rows } = await log('email-logs', `?filters[status]=scheduled&q=${encodeURIComponent(email)}`)
    expect(rows).toHaveLength(1)
    expect(rows[0].cells).toMatchObject({
      template: 'quiz-reengagement',
      status: 'scheduled',
      recipient: email,
      subject: 'Your coach near Charlotte',
    })
    expect(Date.parse(rows[0].cells.createdAt)).toBe(product.clock.now() + 23 * 3_600_000)
    const file = await admin.get(`/admin/files/email-logs.csv?q=${encodeURIComponent(email)}`)
    expect(file.text).toMatch(/,Name,Recipient,Subject,Error,Sent[^\n]*\n[^\n]*,Lou Haskell,/)
  })

  test('show the subject as it will be sent, even with a template edited by an admin', async () => {
    const nowhere = { location_city: null, location_raw: null, location_state: null }
    const [stranger, lost] = [await quizTaker({}, 1), await quizTaker(nowhere, 1)]
    const member = await quizTaker({ user_id: sam.userId, location_city: 'Kit & Co {{name}}' }, 1)
    const subjectOf = async (email: string) =>
      (await log('email-logs', `?filters[status]=scheduled&q=${encodeURIComponent(email)}`)).rows[0].cells
        .subject
    expect(await subjectOf(lost)).toBe('Your coach near you')
    const [{ subject }] = await query(
      `select subject from email_templates where template_key = 'quiz-reengagement'`,
    )
    const change = `update email_templates set subject = $1 where template_key = 'quiz-reengagement'`
    await query(change, ['{{ name }}, golf near {{place }}: {{first_coach}}'])
    expect(await subjectOf(stranger)).toBe('there, golf near Charlotte: …')
    expect(await subjectOf(member), 'an address that is not confirmed').toMatch(/^there, golf near Kit & Co /)
    await query('update profiles set mailbox_proven_at = created_at where id = $1', [sam.userId])
    expect(await subjectOf(member)).toMatch(/^Lou Haskell, golf near Kit & Co /)
    await query(change, [subject])
  })
})

describe('resending [row 126] [row 127]', () => {
  test('the welcome email finds the account regardless of letter case in the address', async () => {
    const before = (await mailsTo(sam.email)).length
    const sent = await admin.post('/api/functions/send-welcome-email', {
      email: sam.email.toUpperCase(),
      fullName: 'Somebody else',
      userType: 'student',
    })
    expect(sent.json).toEqual({ success: true })
    await product.sendMessages()
    expect(await mailsTo(sam.email)).toHaveLength(before + 1)
    const unknown = await admin.post('/api/functions/send-welcome-email', { email: 'nobody@golfers.test' })
    expect(unknown.status).toBe(404)
    expect(unknown.json.message).toBe('User not found with that email address')
    const empty = await admin.post('/api/functions/send-welcome-email', { email: ' ' })
    expect(empty.json.message).toBe('Please enter an email address')
    expect((await sam.post('/api/functions/send-welcome-email', { email: sam.email })).status).toBe(403)
  })

  test('an unknown message id returns an error message', async () => {
    const unknown = await admin.post('/api/functions/send-message-notification', { messageId: randomUUID() })
    expect(unknown.status).toBe(404)
    expect(unknown.json.message).toBe('Message not found with that ID')
  })
})

describe('quiz re-engagement [row 128] [row 129] [check D7]', () => {
  const sends = (email: string) => admin.post('/api/functions/send-quiz-reengagement', { email })
  const previews = (email: string) => admin.post('/api/admin/quiz-reengagement-previews', { email })

  test('each golfer is emailed once, a day after the quiz, with some exceptions', async () => {
    const due = await quizTaker()
    // The same person took it three times, with different capitalization of the address.
    await quizTaker({ contact_email: due.toUpperCase() }, 26)
    await quizTaker({ contact_email: due }, 30)
    const early = await quizTaker({}, 23)
    const isTest = await quizTaker({ is_test: true })
    const unmatched = await quizTaker({ match_found: false, recommended_instructor_id: null })
    const booked = await product.student('Bo Booked')
    await quizTaker({ contact_email: booked.email.toUpperCase() })
    await query(
      `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, lesson_type, status, payment_status, hold_expires_at, location_name)
       values ($1, $2, $3, $4, 60, 'America/New_York', 85, '60-minute Lesson', 'individual', 'pending', 'pending', $4, 'Longleaf Hollow')`,
      [
        coachId,
        booked.userId,
        new Date(product.clock.now() + 86_400_000),
        new Date(product.clock.now() + 90_000_000),
      ],
    )
    const declined = await product.student('Dee Declined')
    await quizTaker({ contact_email: declined.email })
    await query(
      `insert into notification_preferences (user_id, kind, channel, enabled, updated_at) values ($1, 'quiz_follow_up', 'email', false, $2)`,
      [declined.userId, new Date(product.clock.now())],
    )
    await Promise.all([1, 2, 3].map(() => sendDueFollowUps(product.services)))
    await sendDueFollowUps(product.services)
    await product.sendMessages()
    const mails = async (email: string) =>
      (await mailsTo(email)).filter(({ subject }: { subject: string }) =>
        subject.startsWith('Your coach near'),
      )
    expect(await mails(due)).toHaveLength(1)
    for (const email of [early, isTest, unmatched, booked.email, declined.email])
      expect(await mails(email)).toEqual([])
    expect((await previews(early)).json).toMatchObject({ plannedFor: expect.any(String), isMatched: true })
    expect((await previews(unmatched)).json).toMatchObject({ plannedFor: null, isMatched: false })
    const late = await quizTaker({}, 8 * 24)
    expect((await previews(late)).json).toMatchObject({ plannedFor: null, isMatched: true })
    expect((await sends(due)).json.message).toContain('It is sent once')
    expect((await sends(isTest)).json.message).toContain('test response')
    expect((await sends(booked.email)).json.message).toContain('has booked')
    expect((await sends(declined.email)).json.message).toContain('no more emails')
  })

  test('a golfer without an account can unsubscribe with the email’s link, and gets no more', async () => {
    const email = await quizTaker()
    await sendDueFollowUps(product.services)
    await product.sendMessages()
    const [mail] = await mailsTo(email)
    const token = /unsubscribe\?token=([^"&]+)/.exec(mail.html)?.[1] ?? ''
    const visitor = product.visitor()
    const before = (await visitor.get(`/api/email-subscription?token=${token}`)).json
    expect(before).toMatchObject({ label: 'Your match', isOn: true })
    const stopped = await visitor.put('/api/email-subscription', {
      token: decodeURIComponent(token),
      isOn: false,
    })
    expect(stopped.json).toMatchObject({ isOn: false })
    await query('update quiz_responses set reengagement_email_sent = false where contact_email = $1', [email])
    expect((await sends(email)).json.message).toContain('no more emails')
    await sendDueFollowUps(product.services)
    await product.sendMessages()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('an admin can preview it and send it early', async () => {
    for (let nth = 0; nth < 5; nth += 1) await aCoach(`Near Coach${nth}`, 35.2 + nth / 100, -80.8)
    const email = await quizTaker({}, 2)
    const shown = (await previews(email.toUpperCase())).json
    expect(shown).toMatchObject({
      to: email,
      match: 'Coach Maya',
      whyNot: null,
      subject: 'Your coach near Charlotte',
    })
    expect(shown.others).toHaveLength(3)
    expect(shown.html).toContain(`/instructor/${coachId}`)
    expect((await sends(email)).json).toEqual({ success: true })
    await product.sendMessages()
    expect((await mailsTo(email))[0].subject).toBe('Your coach near Charlotte')
    await query('update instructor_profiles set is_visible = false where user_id = $1', [coachId])
    const unmatched = (await previews(await quizTaker({}, 2))).json
    expect(unmatched.match).toBeNull()
    expect(unmatched.others).toHaveLength(4)
    await query('update instructor_profiles set is_visible = true where user_id = $1', [coachId])
  })

  test('a golfer without any coach to name is not emailed, until there is one again', async () => {
    const far = { location_raw: '99950', location_city: 'Ketchikan', location_state: 'AK' }
    const email = await quizTaker(far, 30)
    // More than are emailed in one run wait before a golfer who has a coach nearby.
    for (let nth = 0; nth < MOST_AT_ONCE; nth += 1) await quizTaker(far, 28)
    const inTown = await quizTaker({ location_raw: 'Charlotte, NC' })
    const scheduled = async (address: string) =>
      (await log('email-logs', `?filters[status]=scheduled&q=${encodeURIComponent(address)}`)).rows.length
    await aCoach('Nora Near', 35.2, -80.8)
    await query('update instructor_profiles set is_visible = false where user_id = $1', [coachId])
    expect([await scheduled(email), await scheduled(inTown)]).toEqual([0, 1])
    await sendDueFollowUps(product.services)
    await product.sendMessages()
    expect(await mailsTo(email)).toEqual([])
    expect(await mailsTo(inTown), 'nobody waits for them').toHaveLength(1)
    await query('update instructor_profiles set is_visible = true where user_id = $1', [coachId])
    await sendDueFollowUps(product.services)
    await product.sendMessages()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('a bounced address is not emailed, and the log says so instead of offering a resend', async () => {
    const email = await quizTaker({}, 15 * 24)
    const shown = (await previews(email)).json
    expect(shown.whyNot).toBeNull()
    expect(shown.html).toMatch(/about your game on \w{3}, \w{3} \d/)
    expect((await sends(email)).json).toEqual({ success: true })
    await product.sendMessages()
    const [sent] = await query('select id from email_logs where recipient_email = $1', [email])
    await query(
      `insert into suppressed_addresses (email, reason, since) values (lower($1), 'bounced', current_instant())`,
      [email],
    )
    const logged = (await admin.get(`/api/admin/message-logs/email/${sent.id}`)).json
    expect(logged).toMatchObject({ canResend: false, suppression: 'bounced' })
    const again = await admin.post(`/api/admin/message-logs/email/${sent.id}/resends`)
    expect([again.status, again.json.code]).toEqual([409, 'address_suppressed'])
    await query('update quiz_responses set reengagement_email_sent = false where contact_email = $1', [email])
    expect((await sends(email)).json).toMatchObject({
      code: 'not_written_to',
      message: expect.stringContaining('Bounced Addresses'),
    })
  })

  test('content that can’t be shown is explained', async () => {
    expect((await previews('nobody@golfers.test')).json.message).toBe('No quiz response found for this email')
    expect((await previews(' ')).json.message).toBe('Please enter an email address')
    const alone = await quizTaker({
      recommended_instructor_id: null,
      location_raw: '99950',
      location_city: 'Ketchikan',
      location_state: 'AK',
    })
    expect((await previews(alone)).json.message).toBe('No instructors found in this area yet')
  })
})
