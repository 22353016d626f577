import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { enteredLesson, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { shortGame } from '../support/proposals.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct({ RATE_LIMITS: 'on' })
let maya: Awaited<ReturnType<typeof signedInCoach>>
let number = 0
beforeEach(async () => {
  product.clock.moveTo(testNow)
  await product.query('delete from rate_limits')
  maya = await signedInCoach(product)
})

const sql = async (text: string, values: unknown[] = []) => await product.query(text, values)
const newAddress = () => `golfer-${++number}@golfers.test`
const invite = (email: string, more: object = {}, coach = maya) =>
  coach.post('/api/coach/student-invitations', { email, givesAccess: true, ...more })

/** The token in the email's link. */
async function tokenOf(email: string): Promise<string> {
  const rows = await sql(
    `select data from pgboss.job where name = 'send-templated-email' and data ->> 'toEmail' = $1 order by created_on desc, id`,
    [email],
  )
  const links = rows.map(({ data }) => new URL(data.variables.invitation_url).searchParams.get('token') ?? '')
  return links[0] ?? ''
}
const look = async (token: string, person = product.visitor()) =>
  (await person.get(`/api/student-invitations?token=${token}`)).json
const accept = (person: { post: typeof maya.post }, token: string) =>
  person.post('/api/student-invitations/acceptance', { token })

describe('an invitation', () => {
  test('leads to an account connected with the coach', async () => {
    await sql('update instructor_profiles set instant_book_enabled = false where user_id = $1', [maya.userId])
    const email = newAddress()
    const sent = await invite(email.toUpperCase(), { name: 'Pat', message: 'See you on the range' })
    expect(sent.status, sent.text).toBe(201)
    await product.sendMessages()
    expect(await sql('select subject, status from email_logs where recipient_email = $1', [email])).toEqual([
      { subject: 'Coach Maya invites you to book golf lessons on Greenside', status: 'sent' },
    ])
    const token = await tokenOf(email)
    expect(await look(token)).toMatchObject({
      state: 'open',
      coach: { id: maya.userId, label: 'Coach Maya' },
      email: 'g•••@golfers.test',
      name: 'Pat',
      message: 'See you on the range',
      isOwn: false,
    })
    expect((await accept(product.visitor(), token)).status).toBe(401)
    expect((await accept(maya, token)).status).toBe(403)
    const pat = await product.student('Pat Palmer')
    const accepted = await accept(pat, token)
    expect([accepted.status, accepted.json]).toEqual([200, { instructorId: maya.userId }])
    expect((await accept(pat, token)).status).toBe(200)
    const { rows } = (await maya.get('/api/coach/students')).json
    expect(rows).toMatchObject([
      { name: 'Pat Palmer', studentId: pat.userId, mayBook: true, invitation: null },
    ])
    const wish = { instructorId: maya.userId, start: charlotteTime(3, 10), durationMinutes: 60 }
    expect((await pat.post('/api/bookings', wish)).status).toBe(201)
    expect(await sql(`select title from notifications where user_id = $1`, [maya.userId])).toMatchObject([
      { title: 'Pat Palmer accepted your invitation' },
    ])
    // The token is used up: another user cannot use it.
    const other = await product.student('Otto Other')
    expect((await accept(other, token)).status).toBe(410)
    expect(await look(token, pat)).toMatchObject({ state: 'accepted', isOwn: true })
  })

  test('and the student’s lists of coaches name the town of the main place when the coach wrote no location', async () => {
    const email = newAddress()
    await invite(email)
    await product.sendMessages()
    const token = await tokenOf(email)
    const pat = await product.student('Pat Palmer')
    expect((await accept(pat, token)).status).toBe(200)
    await pat.send('PUT', `/api/me/saved-coaches/${maya.userId}`)
    const locations = async (written: string | null) => {
      await sql('update instructor_profiles set location = $2 where user_id = $1', [maya.userId, written])
      const [own, saved] = [await pat.get('/api/me/coaches'), await pat.get('/api/me/saved-coaches')]
      return [(await look(token)).coach.location, own.json[0].location, saved.json[0].location]
    }
    expect(await locations(null)).toEqual(['Charlotte, NC', 'Charlotte, NC', 'Charlotte, NC'])
    expect(await locations('Lake Norman')).toEqual(['Lake Norman', 'Lake Norman', 'Lake Norman'])
    await sql('delete from instructor_teaching_locations where instructor_id = $1', [maya.userId])
    expect(await locations(null)).toEqual(['Available', 'Available', 'Available'])
  })

  test('says that open times can be booked only where they can: with access, or with instant booking', async () => {
    const canBook = 'your open times can be booked'
    const invitedWith = async (givesAccess: boolean, isInstant: boolean) => {
      await sql('update instructor_profiles set instant_book_enabled = $2 where user_id = $1', [
        maya.userId,
        isInstant,
      ])
      const email = newAddress()
      await invite(email, { givesAccess })
      await product.sendMessages()
      await sql('delete from notifications where user_id = $1', [maya.userId])
      const pat = await product.student('Pat Palmer')
      expect((await accept(pat, await tokenOf(email))).status).toBe(200)
      await product.sendMessages()
      const [notice] = await sql('select body from notifications where user_id = $1', [maya.userId])
      const newestTo = async (address: string) =>
        (await lettersTo(product.database.pool, address))[0]?.text.replace(/\s+/g, ' ')
      return { letter: await newestTo(email), notice: notice?.body, news: await newestTo(maya.email) }
    }
    for (const [givesAccess, isInstant] of [
      [true, false],
      [false, true],
    ] as const) {
      const told = await invitedWith(givesAccess, isInstant)
      expect(told.letter).toContain('You see the open times of your coach')
      expect(told.notice).toContain(canBook)
      expect(told.news).toContain(canBook)
    }
    const told = await invitedWith(false, false)
    expect(told.letter).not.toContain('open times')
    expect(told.letter).toContain('lessons, messages and payments in one place')
    expect(told.notice).toContain('Your open times cannot be booked directly')
    expect(told.news).toContain('Your open times cannot be booked directly')
  })

  test('lets coach and student agree on lessons, with access to the open times and without', async () => {
    const students = async () => (await maya.get('/api/coach/proposal-students')).json
    const invited = async (name: string, givesAccess: boolean) => {
      const email = newAddress()
      await invite(email, { givesAccess })
      const person = await product.student(name)
      expect((await students()).map(({ id }: { id: string }) => id)).not.toContain(person.userId)
      expect((await accept(person, await tokenOf(email))).status).toBe(200)
      return person
    }
    const pat = await invited('Pat Palmer', false)
    product.clock.advance(DAY)
    await maya.signInAgain()
    const sam = await invited('Sam Rivera', true)
    await maya.put(`/api/coach/students/${sam.userId}/calendar-access`, { mayBook: false })
    expect(await students(), 'the latest first').toMatchObject([
      { id: sam.userId, name: 'Sam Rivera' },
      { id: pat.userId, name: 'Pat Palmer' },
    ])
    for (const [n, { userId: studentId }] of [pat, sam].entries()) {
      const times = [charlotteTime(3, 10 + n)]
      const proposed = await maya.post('/api/proposals', { ...shortGame, studentId, times })
      expect(proposed.status, proposed.text).toBe(201)
      const student = { is: 'known', studentId }
      const entered = await maya.post(
        '/api/coach/lessons',
        enteredLesson({ student, start: charlotteTime(4, 10 + n) }),
      )
      expect(entered.status, entered.text).toBe(201)
    }
  })

  test('lets coach and student write to each other, without access to the open times as well', async () => {
    const email = newAddress()
    await invite(email, { givesAccess: false })
    const pat = await product.student('Pat Palmer')
    const write = () =>
      maya.post('/api/conversations', {
        studentId: pat.userId,
        clientId: randomUUID(),
        content: 'Welcome! Which days suit you?',
      })
    expect((await write()).status).toBe(404)
    expect((await accept(pat, await tokenOf(email))).status).toBe(200)
    for (const [writer, userId] of [
      [maya, pat.userId],
      [pat, maya.userId],
    ] as const)
      expect((await writer.get('/api/message-recipients')).json.recipients).toMatchObject([{ userId }])
    const { query } = product
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    const wrote = await pat.post('/api/conversations', {
      instructorId: maya.userId,
      clientId: randomUUID(),
      content: 'Thanks! Saturdays suit me.',
    })
    await query('update instructor_profiles set is_visible = true where user_id = $1', [maya.userId])
    expect(wrote.status, wrote.text).toBe(201)
    const written = await write()
    expect(written.status, written.text).toBe(201)
  })

  test('can be accepted by one of several simultaneous requests', async () => {
    const email = newAddress()
    await invite(email)
    const token = await tokenOf(email)
    const people = [await product.student('A'), await product.student('B'), await product.student('C')]
    const answers = await Promise.all(people.map((person) => accept(person, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('that was withdrawn, expired, declined or forged admits nobody', async () => {
    const sam = await product.student('Sam Rivera')
    const [withdrawn, expired, declined] = [newAddress(), newAddress(), newAddress()]
    const { invitationId } = (await invite(withdrawn)).json
    const put = (isOpen: boolean, coach = maya) =>
      coach.put(`/api/coach/student-invitations/${invitationId}`, { isOpen })
    const other = await signedInCoach(product, 'Dale Whitaker')
    expect((await put(false, other)).status).toBe(404)
    expect((await put(false)).status).toBe(200)
    const token = await tokenOf(withdrawn)
    expect((await accept(sam, token)).status).toBe(410)
    expect(await look(token)).toMatchObject({ state: 'gone', coach: null, email: null })
    // When the change is undone, the same link works.
    await put(true)
    expect(await look(token)).toMatchObject({ state: 'open' })
    await invite(declined)
    const no = await product
      .visitor()
      .post('/api/student-invitations/refusal', { token: await tokenOf(declined) })
    expect(no.status).toBe(200)
    expect((await accept(sam, await tokenOf(declined))).status).toBe(410)
    expect((await invite(declined)).json.code).toBe('invitation_declined')
    await invite(expired)
    expect((await accept(sam, 'made-up')).status).toBe(410)
    product.clock.advance(31 * DAY)
    await sam.signInAgain()
    expect((await accept(sam, await tokenOf(expired))).status).toBe(410)
    expect(await sql('select from student_calendar_access where student_id = $1', [sam.userId])).toEqual([])
  })

  test('is refused with a field error: a duplicate, to yourself, with a web address in it', async () => {
    const email = newAddress()
    expect((await invite(email)).status).toBe(201)
    expect((await invite(email)).json.code).toBe('invited_lately')
    expect((await invite(maya.email)).json.code).toBe('own_address')
    const issues = async (email: string, more: object = {}) => (await invite(email, more)).json.data?.issues
    expect(await issues('not an address')).toMatchObject([
      { path: 'email', message: 'Invalid email address' },
    ])
    expect(await issues(newAddress(), { message: 'Look at www.evil.test' })).toMatchObject([
      { path: 'message' },
    ])
    expect(await issues(newAddress(), { name: 'Win at evil.com' })).toMatchObject([{ path: 'name' }])
    // After some days another email may be sent with a new link; the first one is invalid.
    const first = await tokenOf(email)
    product.clock.advance(4 * DAY)
    await maya.signInAgain()
    expect((await invite(email)).status).toBe(201)
    expect(await look(first)).toMatchObject({ state: 'gone' })
    expect((await maya.get('/api/coach/students')).json.rows).toHaveLength(1)
  })

  test('is not sent to a person who blocked the coach, without telling the coach', async () => {
    const sam = await product.student('Sam Rivera')
    const conversationId = await beginTalk(sam, maya.userId)
    await sql(
      'update conversation_participants set blocked_at = current_instant() where conversation_id = $1 and user_id = $2',
      [conversationId, sam.userId],
    )
    expect((await invite(sam.email)).status).toBe(201)
    expect(await tokenOf(sam.email)).toBe('')
  })

  test('is limited: per coach and day, and per address', async () => {
    const email = newAddress()
    const coaches = [maya]
    for (const name of ['Ann Archer', 'Bea Bold', 'Cal Cole'])
      coaches.push(await signedInCoach(product, name))
    const statuses: number[] = []
    for (const coach of coaches) statuses.push((await invite(email, {}, coach)).status)
    expect(statuses).toEqual([201, 201, 201, 429])
    let sent = 1
    while ((await invite(newAddress())).status === 201) sent++
    expect(sent).toBe(30)
  })
})
