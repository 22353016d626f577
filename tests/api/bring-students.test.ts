import { beforeEach, describe, expect, test } from 'vitest'
import { sendBroughtLetters } from '#features/students/bring/sending.ts'
import { DAY } from '#platform/duration.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct } from '../support/product.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct({ RATE_LIMITS: 'on' })
let maya: Awaited<ReturnType<typeof signedInCoach>>
let number = 0
beforeEach(async () => {
  product.clock.moveTo(testNow)
  await product.query('delete from rate_limits')
  await product.query('delete from brought_students')
  await product.query(`delete from pgboss.job where name = 'send-templated-email'`)
  maya = await signedInCoach(product)
})

const sql = async (text: string, values: unknown[] = []) => await product.query(text, values)
const newAddress = () => `brought-${++number}@golfers.test`
const HEAD = 'First Name,Last Name,Email,Phone,Notes,Lessons Remaining'
const mapping = (['name', 'lastName', 'email', 'phone', 'note', 'lessons'] as const).map((field, column) => ({
  field,
  column,
}))
const fileOf = (lines: readonly string[]) => [HEAD, ...lines].join('\r\n')
const listOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Pat,Palmer ${n},${newAddress()},704 555 01${n % 90},Slices,${n % 6}`,
  )
const bring = (text: string, more: object = {}, coach = maya) =>
  coach.post('/api/coach/student-imports', { text, mapping, minutes: 60, ...more })
const preview = (text: string, coach = maya) => coach.post('/api/coach/student-imports/preview', { text })
const letter = (words: object = {}, coach = maya) =>
  coach.post('/api/coach/student-imports/letter/preview', words)
async function confirm(words: object = {}, coach = maya) {
  const { mark } = (await letter(words, coach)).json
  return await coach.post('/api/coach/student-imports/letter', { ...words, mark })
}
const run = () => sendBroughtLetters(product.services)
const lettersTo = async (email: string) =>
  await sql(
    `select data ->> 'template' as template, data -> 'variables' as words from pgboss.job
     where name = 'send-templated-email' and data ->> 'toEmail' = $1 order by created_on, id`,
    [email],
  )
const letterCount = async () =>
  (
    await sql(
      `select from pgboss.job where name = 'send-templated-email' and data ->> 'template' like 'brought-%'`,
    )
  ).length
async function tokenOf(email: string): Promise<string> {
  const [first] = await lettersTo(email)
  return new URL(first?.words.invitation_url).searchParams.get('token') ?? ''
}
const accept = (person: { post: typeof maya.post }, token: string) =>
  person.post('/api/student-invitations/acceptance', { token })
const roster = async (coach = maya) => (await coach.get('/api/coach/students')).json
const money = async () =>
  (
    await sql(`select (select count(*) from ledger_lines)::int as lines, (select count(*) from payouts)::int as payouts,
    (select count(*) from payment_refunds)::int as refunds, (select coalesce(sum(amount_cents), 0) from payments)::int as paid`)
  )[0]

/** Brings one student, confirms the letter and accepts it. */
async function broughtStudent(lessons: number, more = '') {
  const email = newAddress()
  expect((await bring(fileOf([`Pat,Palmer,${email},704 555 0100,${more},${lessons}`]))).status).toBe(201)
  await confirm()
  await run()
  const pat = await product.student('Pat Palmer')
  expect((await accept(pat, await tokenOf(email))).status).toBe(200)
  return { pat, email }
}

describe('a file of students', () => {
  test('is previewed with its columns, its lessons and its bad lines, and nothing is kept', async () => {
    const [good, other] = [newAddress(), newAddress()]
    const text = `\ufeffClient;E-mail;Mobile;Comments;Credits left\nPat Palmer;${good.toUpperCase()};704 555 0100;"Slices; left knee";5\nSam;${other};;;\n;none;;;\n`
    const seen = (await preview(text)).json
    expect(seen).toMatchObject({
      mapping: [
        { column: 0, field: 'name' },
        { column: 1, field: 'email' },
        { column: 2, field: 'phone' },
        { column: 3, field: 'note' },
        { column: 4, field: 'lessons' },
      ],
      newCount: 2,
      knownCount: 0,
      lessons: 5,
      bad: [{ line: 4, why: '“none” is not an email address' }],
      durations: [60, 90, 120],
    })
    expect(seen.sample[0]).toMatchObject({
      email: good,
      name: 'Pat Palmer',
      note: 'Slices; left knee',
      lessons: 5,
    })
    expect((await roster()).total).toBe(0)
  })

  test('of 500 is brought, with the time it takes; the same file again brings nobody', async () => {
    const text = fileOf(listOf(500))
    const began = performance.now()
    const made = (await bring(text)).json
    const took = Math.round(performance.now() - began)
    console.info(`500 students: ${took} ms`)
    expect(made).toEqual({
      importId: expect.any(String),
      newCount: 500,
      claimedCount: 0,
      knownCount: 0,
      bad: [],
      badCount: 0,
    })
    expect((await bring(text)).json).toMatchObject({ newCount: 0, knownCount: 500 })
    expect((await preview(text)).json).toMatchObject({ newCount: 0, knownCount: 500 })
    const list = await roster()
    expect([list.total, list.letters]).toEqual([500, { toConfirm: 500, toSend: 0 }])
    expect(await sql('select from student_imports where instructor_id = $1', [maya.userId])).toHaveLength(1)
  })

  test('names 20 bad lines with their reasons, and brings the others', async () => {
    const twice = newAddress()
    const bad = [
      ['No Address,,,,,1', 'No email address'],
      ['No,Sign,pat at golfers.test,,,1', '“pat at golfers.test” is not an email address'],
      ['Two,Signs,a@@b.test,,,1', '“a@@b.test” is not an email address'],
      [`Own,Address,${maya.email.toUpperCase()},,,1`, 'This is your own address'],
      [`Twice,Again,${twice.toUpperCase()},,,1`, 'Same email as line 2'],
      [`Web www.evil.test,,${newAddress()},,,1`, 'A name cannot have a web address or a phone number in it'],
      [`Call 704 555 0100,,${newAddress()},,,1`, 'A name cannot have a web address or a phone number in it'],
      [`${'x'.repeat(101)},,${newAddress()},,,1`, 'Name must be less than 100 characters'],
      [`Phone,Words,${newAddress()},call me,,1`, 'Phone number may only have digits, spaces and + ( ) - .'],
      [`Phone,Long,${newAddress()},${'1'.repeat(21)},,1`, 'Phone number must be less than 20 characters'],
      [`Note,Long,${newAddress()},,${'x'.repeat(4_000)},1`, 'A note may have 3900 characters'],
      ...['-1', '51', '2.5', 'many', '1e3', '=1+1', '∞', '99999999999', '0x10', '1 of 5'].map((owed) => [
        `Lessons,Odd,${newAddress()},,,${owed}`,
        `“${owed}” is not a number of lessons from 0 to 50`,
      ]),
    ].slice(0, 20)
    const good = listOf(30)
    const text = fileOf([
      `Twice,First,${twice},,,1`,
      ...good.slice(0, 10),
      ...bad.map(([line]) => line ?? ''),
      ...good.slice(10),
    ])
    const made = (await bring(text)).json
    expect(made.bad).toEqual(bad.map(([, why], n) => ({ line: 13 + n, why })))
    expect([made.newCount, made.badCount]).toEqual([31, 20])
    // Corrected lines of the same file are brought the next time.
    const corrected = fileOf([`Twice,First,${twice},,,1`, ...good, ...listOf(20)])
    expect((await bring(corrected)).json).toMatchObject({ newCount: 20, knownCount: 31, badCount: 0 })
  })

  test('that is no list, too large or has too many lines is refused; imports are limited a day', async () => {
    expect((await preview('just words')).json.code).toBe('not_a_table')
    expect((await preview('Date,Club\n1,2')).json.code).toBe('not_a_table')
    expect((await preview('"'.repeat(30))).status).toBeLessThan(500)
    expect((await preview(`Email\n${'x'.repeat(500_001)}`)).status).toBe(400)
    expect((await preview(fileOf(listOf(1_001)))).json.code).toBe('too_many_rows')
    expect((await bring(fileOf(['A,B,none,,,']))).json.code).toBe('no_students')
    expect((await bring(fileOf(listOf(1)), { minutes: 45 })).json.code).toBe('no_such_length')
    expect(
      (await bring(fileOf(listOf(1)), { mapping: [mapping[0], { ...mapping[1], field: 'name' }] })).status,
    ).toBe(400)
    expect((await bring(fileOf(listOf(1)), { mapping: [{ field: 'email', column: 99 }] })).json.code).toBe(
      'no_students',
    )
    let done = 0
    while ((await bring(fileOf(listOf(1)))).status === 201) done++
    expect(done).toBe(20)
  })

  test('that two clicks bring at the same time is brought once', async () => {
    const text = fileOf(listOf(40))
    const answers = await Promise.all([bring(text), bring(text), bring(text)])
    expect(answers.map(({ json }) => json.newCount).sort()).toEqual([0, 0, 40])
    expect((await roster()).total).toBe(40)
  })

  test('is undone as a whole until its letter is confirmed: other imports and accepted students stay', async () => {
    const list = () =>
      sql('select email from brought_students where instructor_id = $1 order by email', [maya.userId])
    const undo = (importId?: string, coach = maya) =>
      coach.post('/api/coach/student-imports/undo', { importId })
    const first = (await bring(fileOf(listOf(3)))).json
    const again = fileOf(listOf(5))
    const second = (await bring(again)).json
    const other = await signedInCoach(product, 'Jon Park')
    expect((await undo(second.importId, other)).json.code).toBe('nobody_to_remove')
    expect((await undo(second.importId)).json).toEqual({ removed: 5 })
    expect(await list()).toHaveLength(3)
    expect((await undo(second.importId)).json.code, 'clicked twice').toBe('nobody_to_remove')
    expect((await bring(again)).json).toMatchObject({ newCount: 5 })
    const [accepted] = await list()
    await sql('update brought_students set student_id = $2, accepted_at = now() where email = $1', [
      accepted?.email,
      (await product.student()).userId,
    ])
    expect((await undo()).json).toEqual({ removed: 7 })
    expect(await list()).toEqual([accepted])
    expect(await sql('select id from student_imports where instructor_id = $1', [maya.userId])).toHaveLength(
      1,
    )

    const third = (await bring(fileOf(listOf(2)))).json
    await confirm()
    expect((await undo(third.importId)).json.code).toBe('nobody_to_remove')
    expect(first.importId).not.toBe(third.importId)
  })

  test('with markup and formulas stays text everywhere', async () => {
    const email = newAddress()
    const name = `=cmd|' /C calc'!A0 <img src=x onerror=alert(1)>`
    expect((await bring(fileOf([`"${name}",,${email},+1 704,"=2+2",3`]))).json.badCount).toBe(0)
    expect((await roster()).rows).toMatchObject([
      { name, creditsLeft: 3, invitation: { email, state: 'unsent' } },
    ])
    const { html } = (await letter()).json
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img src=x')
    const file = (await maya.get('/api/coach/students.csv')).text
    expect(file).toContain("'=cmd")
    expect(file).toContain("'+1 704")
  })
})

describe('the letter', () => {
  test('is not sent before the coach confirms the one shown; then 200 a day go out, and one reminder', async () => {
    const lines = listOf(230)
    const emails = lines.map((line) => line.split(',')[2] ?? '')
    await bring(fileOf(lines))
    await run()
    product.clock.advance(3 * DAY)
    await run()
    expect(await letterCount()).toBe(0)
    await maya.signInAgain()
    const shown = (await letter({ message: 'See you on the range' })).json
    expect(shown).toMatchObject({
      subject: 'Coach Maya now takes bookings on Greenside',
      count: 230,
      to: { email: emails[0] },
    })
    expect(shown.html).toContain('See you on the range')
    const send = (words: object) => maya.post('/api/coach/student-imports/letter', words)
    expect((await send({ message: 'Other words', mark: shown.mark })).json.code).toBe('letter_changed')
    expect((await send({ mark: 'made up' })).json.code).toBe('letter_changed')
    expect((await letter({ message: 'Look at www.evil.test' })).status).toBe(400)
    await bring(fileOf(listOf(1)))
    expect((await send({ message: 'See you on the range', mark: shown.mark })).json.code).toBe(
      'letter_changed',
    )
    expect(await letterCount()).toBe(0)
    expect((await confirm({ message: 'See you on the range' })).json).toEqual({ count: 231 })
    expect((await letter()).json.code).toBe('nobody_to_write_to')
    await Promise.all([run(), run()])
    expect(await letterCount()).toBe(200)
    expect((await roster()).letters).toEqual({ toConfirm: 0, toSend: 31 })
    await run()
    expect(await letterCount()).toBe(200)
    product.clock.advance(DAY + 1)
    await run()
    await run()
    expect(await letterCount()).toBe(231)
    // The letter is the one that was shown, with this person's link.
    const [first] = await lettersTo(emails[0] ?? '')
    expect(first).toMatchObject({
      template: 'brought-student-invitation',
      words: { greeting: 'Hello Pat Palmer 0,', coach_message: 'See you on the range', lessons_line: '' },
    })
    const [fifth] = await lettersTo(emails[5] ?? '')
    expect(fifth?.words.lessons_line).toBe(
      '5 lessons are waiting for you. You paid Coach Maya before, so there is nothing to pay here.',
    )
    // One person declines, one accepts; the others get one reminder with the same link.
    const [declines = '', accepts = '', waits = ''] = emails
    await product.visitor().post('/api/student-invitations/refusal', { token: await tokenOf(declines) })
    const pat = await product.student('Pat Palmer')
    await accept(pat, await tokenOf(accepts))
    product.clock.advance(7 * DAY)
    for (let day = 0; day < 4; day++) {
      await run()
      product.clock.advance(DAY + 1)
    }
    const templates = async (email: string) => (await lettersTo(email)).map(({ template }) => template)
    expect(await templates(declines)).toEqual(['brought-student-invitation'])
    expect(await templates(accepts)).toEqual(['brought-student-invitation'])
    expect(await templates(waits)).toEqual(['brought-student-invitation', 'brought-student-reminder'])
    const links = (await lettersTo(waits)).map(({ words }) => words.invitation_url)
    expect(links[0]).toBe(links[1])
    expect(await letterCount()).toBe(231 + 229)
    // Bringing the file again does not write to the person who declined.
    await maya.signInAgain()
    expect((await bring(fileOf(lines))).json.newCount).toBe(0)
  })

  test('that was withdrawn can be corrected: the file brings the student again, with its lessons', async () => {
    const [ann, bo, cy] = [newAddress(), newAddress(), newAddress()]
    const fileWith = (lessons: number) =>
      fileOf([ann, bo, cy].map((email) => `Pat,Palmer,${email},,,${lessons}`))
    const invitations = async () => (await maya.get('/api/coach/students?filter=invited')).json.rows
    const setOpen = async (email: string, isOpen: boolean) => {
      const [found] = await sql('select id from student_invitations where email = $1', [email])
      const changed = await maya.put(`/api/coach/student-invitations/${found?.id}`, { isOpen })
      expect(changed.status, changed.text).toBe(200)
    }
    await bring(fileWith(9))
    await confirm()
    await run()
    const oldLink = await tokenOf(ann)
    await product.visitor().post('/api/student-invitations/refusal', { token: await tokenOf(bo) })
    await setOpen(ann, false)
    await setOpen(bo, false)
    expect(await invitations()).toMatchObject([{ invitation: { email: cy }, creditsLeft: 9 }])

    expect((await preview(fileWith(4))).json, 'one declined').toMatchObject({
      newCount: 1,
      knownCount: 2,
      lessons: 4,
    })
    expect((await bring(fileWith(4))).json).toMatchObject({ newCount: 1, knownCount: 2 })
    expect((await bring(fileWith(4))).json).toMatchObject({ newCount: 0, knownCount: 3 })
    expect(
      (await invitations()).map(
        (row: { invitation: { email: string; state: string }; creditsLeft: number }) => [
          row.invitation.email,
          row.invitation.state,
          row.creditsLeft,
        ],
      ),
    ).toEqual(
      expect.arrayContaining([
        [ann, 'unsent', 4],
        [cy, 'waiting', 9],
      ]),
    )
    await confirm()
    await run()
    expect(await lettersTo(ann), 'not twice a day').toHaveLength(1)
    product.clock.advance(DAY + 1)
    await run()
    await run()
    const [, corrected, ...others] = await lettersTo(ann)
    expect([corrected?.words.lessons_line, others]).toEqual([expect.stringMatching(/^4 lessons/), []])
    const newLink = new URL(corrected?.words.invitation_url).searchParams.get('token') ?? ''
    const pat = await product.student('Pat Palmer')
    expect((await accept(pat, oldLink)).status).toBe(410)
    expect((await accept(pat, newLink)).status).toBe(200)
    expect((await pat.get('/api/packages')).json).toMatchObject([{ left: 4 }])
  })

  test('counts for its day when it is withdrawn and its student is removed', async () => {
    const first = fileOf(listOf(200))
    await bring(first)
    await confirm()
    await run()
    await sql('update student_invitations set withdrawn_at = sent_at where instructor_id = $1', [maya.userId])
    const { importId } = (await bring(first)).json
    expect((await maya.post('/api/coach/student-imports/undo', { importId })).json).toEqual({ removed: 200 })
    await bring(fileOf(listOf(3)))
    await confirm()
    await run()
    expect(await letterCount()).toBe(200)
    product.clock.advance(DAY + 1)
    await run()
    expect(await letterCount()).toBe(203)
  })

  test('goes to nobody who declined before, blocked the coach, bounces, or was removed from the list', async () => {
    const [declined, removed] = [newAddress(), newAddress()]
    await maya.post('/api/coach/student-invitations', { email: declined, givesAccess: true })
    const rows = await sql(
      `select data from pgboss.job where name = 'send-templated-email' and data ->> 'toEmail' = $1`,
      [declined],
    )
    const token = new URL(rows[0]?.data.variables.invitation_url).searchParams.get('token')
    await product.visitor().post('/api/student-invitations/refusal', { token })
    const sam = await product.student('Sam Rivera')
    const conversationId = await beginTalk(sam, maya.userId)
    await sql(
      'update conversation_participants set blocked_at = current_instant() where conversation_id = $1 and user_id = $2',
      [conversationId, sam.userId],
    )
    await bring(fileOf([declined, sam.email, removed].map((email) => `A,B,${email},,,2`)))
    const { rows: list } = await roster()
    const { broughtId } = list.find(
      (row: { invitation?: { email: string } }) => row.invitation?.email === removed,
    )
    const other = await signedInCoach(product, 'Dale Whitaker')
    expect((await other.send('DELETE', `/api/coach/brought-students/${broughtId}`)).status).toBe(404)
    expect((await maya.send('DELETE', `/api/coach/brought-students/${broughtId}`)).status).toBe(200)
    expect((await maya.send('DELETE', `/api/coach/brought-students/${broughtId}`)).status).toBe(404)
    expect((await confirm()).json).toEqual({ count: 2 })
    await run()
    expect(await letterCount()).toBe(0)
  })

  test('is not sent to an address on the list of those that bounce', async () => {
    const email = newAddress()
    await sql(
      `insert into suppressed_addresses (email, reason, since) values ($1, 'bounced', current_instant())`,
      [email],
    )
    await bring(fileOf([`A,B,${email},,,2`]))
    await confirm()
    await run()
    await product.sendMessages()
    expect(await sql('select status from email_logs where recipient_email = $1', [email])).toEqual([
      { status: 'skipped' },
    ])
  })

  test('is not sent by a suspended coach, nor after the account was closed', async () => {
    await bring(fileOf(listOf(3)))
    await confirm()
    await sql('update profiles set suspended_at = current_instant() where id = $1', [maya.userId])
    await run()
    expect(await letterCount()).toBe(0)
    await expect.poll(async () => (await maya.get('/api/me')).json).toBeNull()
    expect((await bring(fileOf(listOf(1)))).status).toBe(401)
    await sql('update profiles set suspended_at = null where id = $1', [maya.userId])
    await run()
    expect(await letterCount()).toBe(3)
  })

  test('and the list belong to one coach', async () => {
    await bring(fileOf(listOf(2)))
    const other = await signedInCoach(product, 'Dale Whitaker')
    expect((await roster(other)).total).toBe(0)
    expect((await letter({}, other)).json.code).toBe('nobody_to_write_to')
    const { mark } = (await letter()).json
    expect((await other.post('/api/coach/student-imports/letter', { mark })).status).toBe(409)
    await run()
    expect(await letterCount()).toBe(0)
  })
})

describe('a brought student', () => {
  test('sees the lessons owed, accepts, books and cancels them, and no money moves', async () => {
    const before = await money()
    const email = newAddress()
    await bring(fileOf([`Pat,Palmer,${email},704 555 0100,Slices,2`]), { minutes: 90 })
    await confirm()
    await run()
    const token = await tokenOf(email)
    const seen = (await product.visitor().get(`/api/student-invitations?token=${token}`)).json
    expect(seen).toMatchObject({ state: 'open', name: 'Pat Palmer', lessonsOwed: 2 })
    expect((await roster()).rows).toMatchObject([
      { studentId: null, creditsLeft: 2, invitation: { state: 'waiting' } },
    ])
    const pat = await product.student('Pat Palmer')
    expect((await pat.get('/api/packages')).json).toEqual([])
    expect((await accept(pat, token)).status).toBe(200)
    expect((await accept(pat, token)).status).toBe(200)
    const [owed] = (await pat.get('/api/packages')).json
    expect(owed).toMatchObject({ lessons: 2, left: 2, durationMinutes: 90, isBrought: true, refundCents: 0 })
    const student = (await maya.get(`/api/coach/students/${pat.userId}`)).json
    expect(student).toMatchObject({ creditsLeft: 2, note: { note: 'Slices\nPhone: 704 555 0100' } })
    const coaches = (await pat.get('/api/me/coaches')).json
    expect(coaches).toMatchObject([{ id: maya.userId, creditsLeft: 2 }])

    const take = (day: number) =>
      pat.post(`/api/packages/${owed.id}/lessons`, { packageId: owed.id, start: charlotteTime(day, 10) })
    const booked = (await take(3)).json
    expect(booked).toMatchObject({ left: 1 })
    expect((await take(4)).json).toMatchObject({ left: 0 })
    expect((await take(5)).json.code).toBe('no_lessons_left')
    const ids = { bookingId: booked.bookingId }
    const cancelled = await pat.post(`/api/bookings/${booked.bookingId}/cancellation`, {
      ...ids,
      expectedRefundCents: 0,
    })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect((await pat.get('/api/packages')).json[0].left).toBe(1)
    expect((await pat.get(`/api/bookings/${booked.bookingId}`)).json).toMatchObject({
      package: 'returned',
      isPaidElsewhere: true,
    })
    product.clock.advance(6 * DAY)
    await product.settle()
    await pat.signInAgain()
    const ended = await pat.post(`/api/packages/${owed.id}/end`, {
      packageId: owed.id,
      expectedRefundCents: 0,
    })
    expect(ended.status, ended.text).toBe(200)
    await product.settle()
    expect(await money()).toEqual(before)
  })

  test('reads that nothing was paid here when the coach cancels a lesson of a package that has ended', async () => {
    const { pat } = await broughtStudent(3)
    const [owed] = (await pat.get('/api/packages')).json
    const booked = await pat.post(`/api/packages/${owed.id}/lessons`, { start: charlotteTime(5, 10) })
    expect(booked.status, booked.text).toBe(201)
    const ended = await pat.post(`/api/packages/${owed.id}/end`, { expectedRefundCents: 0 })
    expect(ended.status, ended.text).toBe(200)
    const path = `/api/bookings/${booked.json.bookingId}`
    const moved = await pat.post(`${path}/reschedule`, { start: charlotteTime(6, 10) })
    expect(moved.status, moved.text).toBe(200)
    const cancelled = await maya.post(`${path}/cancellation`, { expectedRefundCents: 0 })
    expect(cancelled.status, cancelled.text).toBe(200)
    const wordsOf = async (template: string) =>
      (
        await sql(
          `select data -> 'variables' as words from pgboss.job
           where name = 'send-templated-email' and data ->> 'template' = $1 and data ->> 'userId' = $2`,
          [template, pat.userId],
        )
      ).map(({ words }) => words)
    expect(await wordsOf('booking-rescheduled-student')).toMatchObject([{ cancel_terms: '' }])
    expect(await wordsOf('booking-cancelled-student')).toMatchObject([
      {
        refund_line:
          'Nothing was paid here for this lesson, so nothing is refunded. The package has ended: whatever is owed is between you and Coach Maya.',
        refund_short: 'Nothing was paid through this site.',
      },
    ])
  })

  test('whom the coach has a note about keeps it, with the note and the phone number of the file below it, once', async () => {
    const { pat, email } = await broughtStudent(0)
    const noteOf = async () => (await maya.get(`/api/coach/students/${pat.userId}`)).json.note
    expect(await noteOf()).toMatchObject({ note: 'Phone: 704 555 0100', version: 1 })
    const saved = await maya.put(`/api/coach/students/${pat.userId}/note`, {
      note: 'Left-handed',
      basedOn: 1,
    })
    expect(saved.status, saved.text).toBe(200)
    for (let time = 0; time < 2; time++) {
      await sql('delete from brought_students')
      await bring(fileOf([`Pat,Palmer,${email},704 555 0100,Slices,0`]))
      expect(await noteOf()).toMatchObject({ note: 'Left-handed\nSlices\nPhone: 704 555 0100', version: 3 })
    }
  })

  test('of an existing account is connected only when the account accepts, and the coach learns nothing before', async () => {
    const sam = await product.student('Sam Rivera')
    const nobody = newAddress()
    const [has, hasNot] = [
      await bring(fileOf([`A,B,${sam.email},,,2`])),
      await bring(fileOf([`A,B,${nobody},,,2`])),
    ]
    expect({ ...has.json, importId: null }).toEqual({ ...hasNot.json, importId: null })
    const { rows } = await roster()
    const withoutNames = rows.map(({ broughtId: _, invitation: __, ...row }: Record<string, unknown>) => row)
    expect(withoutNames[0]).toEqual(withoutNames[1])
    await confirm()
    await run()
    expect((await sam.get('/api/packages')).json).toEqual([])
    expect((await maya.get(`/api/coach/students/${sam.userId}`)).status).toBe(404)
    expect((await lettersTo(sam.email))[0]?.words.greeting).toBe('Hello A B,')
    await accept(sam, await tokenOf(sam.email))
    expect((await sam.get('/api/packages')).json).toMatchObject([{ left: 2 }])
  })

  test('who accepted an earlier invitation gets the lessons owed at once', async () => {
    const { pat, email } = await broughtStudent(0)
    expect((await pat.get('/api/packages')).json).toEqual([])
    await sql('delete from brought_students where email = $1', [email])
    const brought = (await bring(fileOf([`Pat,Palmer,${email},,,3`]))).json
    expect(brought, 'nothing to undo, and no letter').toMatchObject({
      importId: null,
      newCount: 1,
      claimedCount: 1,
    })
    expect((await pat.get('/api/packages')).json).toMatchObject([{ left: 3 }])
    expect((await roster()).letters).toEqual({ toConfirm: 0, toSend: 0 })
    await sql('delete from brought_students where email = $1', [email])
    const both = (await bring(fileOf([`Pat,Palmer,${email},,,0`, ...listOf(1)]))).json
    expect(both).toMatchObject({ importId: expect.any(String), newCount: 2, claimedCount: 1 })
    expect((await roster()).letters).toEqual({ toConfirm: 1, toSend: 0 })
  })

  test('who closes the account is erased, and so is the list of a coach who closes the account', async () => {
    const { pat, email } = await broughtStudent(2, 'Slices')
    await bring(fileOf(listOf(2)))
    const close = (person: typeof pat) =>
      person.post('/api/me/closure', { password: 'fairway-seven', confirmation: 'DELETE' })
    const gone = await close(pat)
    expect(gone.status, gone.text).toBe(200)
    expect(await sql('select from brought_students where email = $1', [email])).toEqual([])
    expect(await sql('select end_reason from lesson_packages where student_id = $1', [pat.userId])).toEqual([
      { end_reason: 'student' },
    ])
    // The address is unknown again, like any other.
    expect((await bring(fileOf([`Pat,Palmer,${email},,,1`]))).json.newCount).toBe(1)
    const closed = await close(maya)
    expect(closed.status, closed.text).toBe(200)
    expect(await sql('select from brought_students where instructor_id = $1', [maya.userId])).toEqual([])
    expect(await sql('select from student_imports where instructor_id = $1', [maya.userId])).toEqual([])
    await run()
    expect(await letterCount()).toBe(1)
  })
})

test('the address of another coach gets the same answer as any other', async () => {
  const other = await addCoach(product.database.pool)
  const [row] = await sql('select email from profiles where id = $1', [other.id])
  expect((await bring(fileOf([`A,B,${row.email},,,2`]))).json).toMatchObject({ newCount: 1, badCount: 0 })
})
