import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { bookPaid, enteredLesson, sendRefunds, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, propose } from '../support/proposals.ts'
import { beginTalk, say } from '../support/talks.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
})

type Coach = typeof maya
const list = async (query = '', coach: Coach = maya) =>
  (await coach.get(`/api/coach/students${query && `?${query}`}`)).json
const names = async (query = '') => (await list(query)).rows.map(({ name }: { name: string }) => name)
const sql = async (text: string, values: unknown[] = []) => await product.query(text, values)
const giveAccess = (studentId: string, mayBook = true, coach = maya) =>
  coach.put(`/api/coach/students/${studentId}/calendar-access`, { mayBook })

describe("a coach's list [row 95]", () => {
  test('lists everyone who booked, wrote, has access or was invited, and nobody else', async () => {
    const [booker, writer, stranger] = [
      await product.student('Bo Booker'),
      await product.student('Wes Writer'),
      await product.student('Sid Stranger'),
    ]
    await bookPaid(product, booker, { instructorId: maya.userId, start: charlotteTime(3, 10) })
    const conversationId = await beginTalk(writer, maya.userId, 'Do you teach <b>lefties</b>?')
    // An unpaid hold does not add a student.
    await stranger.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(4, 10),
      durationMinutes: 60,
    })
    const invited = await maya.post('/api/coach/student-invitations', {
      email: 'Pat@Golfers.test',
      message: 'See you on the range',
      givesAccess: false,
    })
    expect(invited.status, invited.text).toBe(201)
    const { rows, counts, total } = await list('sort=name&order=asc')
    expect(rows).toMatchObject([
      {
        name: 'Bo Booker',
        studentId: booker.userId,
        lessonsHad: 0,
        spentCents: 8500,
        nextLesson: { zone: 'America/New_York' },
        lastLesson: null,
        mayBook: false,
        isNew: true,
        lastWord: null,
      },
      {
        name: 'pat@golfers.test',
        studentId: null,
        // What sending it again begins with.
        invitation: {
          email: 'pat@golfers.test',
          state: 'waiting',
          givesAccess: false,
          message: 'See you on the range',
        },
      },
      {
        name: 'Wes Writer',
        lastWord: { conversationId, isOwn: false, preview: 'Do you teach <b>lefties</b>?' },
        spentCents: 0,
      },
    ])
    expect(total).toBe(3)
    expect(counts).toEqual({ all: 3, active: 1, away: 0, new: 2, credits: 0, invited: 1 })
  })

  test('contains nothing about a student’s other coaches', async () => {
    const [sam, other] = [await product.student('Sam Rivera'), await signedInCoach(product)]
    await beginTalk(sam, maya.userId, 'Do you teach juniors?')
    const [start, morning] = [charlotteTime(2, 10), charlotteTime(6, 9)]
    for (const at of [start, charlotteTime(9, 10)])
      await bookPaid(product, sam, { instructorId: other.userId, start: at })
    const mornings = { title: 'Three mornings', lessons: 3, validDays: 90, times: [morning] }
    await acceptAndPay(product, sam, await propose(product, other, sam, mornings), morning)
    product.clock.moveTo(Date.parse(start) + 2 * 3_600_000)
    expect((await list('', other)).rows).toMatchObject([
      { lessonsHad: 1, lastLesson: { start }, nextLesson: { start: morning }, creditsLeft: 2 },
    ])
    expect((await list()).rows).toMatchObject([
      {
        studentId: sam.userId,
        lessonsHad: 0,
        lastLesson: null,
        nextLesson: null,
        spentCents: 0,
        creditsLeft: 0,
        lastWord: { preview: 'Do you teach juniors?' },
      },
    ])
  })

  test('totals lessons, money and credits from bookings and payments', async () => {
    const sam = await product.student('Sam Rivera')
    const start = charlotteTime(2, 10)
    await bookPaid(product, sam, { instructorId: maya.userId, start })
    const off = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
    await maya.post(`/api/bookings/${off}/cancellation`, {})
    const morning = charlotteTime(6, 9)
    const proposalId = await propose(product, maya, sam, {
      title: 'Three mornings',
      lessons: 3,
      validDays: 90,
      times: [morning],
    })
    await acceptAndPay(product, sam, proposalId, morning)
    const before = (await list()).rows[0]
    // The refund counts as soon as it is owed.
    const [paid] = await sql(
      `select sum(amount_cents)::int as cents from payments where student_id = $1 and payment_status <> 'pending'`,
      [sam.userId],
    )
    expect(before).toMatchObject({ spentCents: paid?.cents - 8500, creditsLeft: 2, lessonsHad: 0 })
    await sendRefunds(product, off)
    expect((await list()).rows[0].spentCents).toBe(before.spentCents)
    product.clock.moveTo(Date.parse(start) + 2 * 3_600_000)
    expect((await list()).rows[0]).toMatchObject({ lessonsHad: 1, lastLesson: { start } })
    // A no-show does not count as a lesson taken.
    await sql(
      "update bookings set status = 'completed', completed_at = lesson_end, no_show = true where instructor_id = $1 and lesson_date = $2",
      [maya.userId, start],
    )
    expect((await list()).rows[0]).toMatchObject({ lessonsHad: 0, lastLesson: null })
    await sql('update bookings set no_show = false where instructor_id = $1', [maya.userId])
    const page = await maya.get(`/api/coach/students/${sam.userId}`)
    expect(page.json).toMatchObject({
      money: { paidCents: paid?.cents, refundedCents: 8500, payments: 3 },
      spentCents: before.spentCents,
      creditsLeft: 2,
    })
    expect(page.json.upcoming).toHaveLength(1)
    expect(page.json.past).toHaveLength(2)
    expect(page.json.hasOlder).toBe(false)
    // A hundred more that were cancelled.
    await sql(
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid()))).*
        from bookings b, generate_series(1, 100) where b.instructor_id = $1 and b.status = 'cancelled'`,
      [maya.userId],
    )
    const longer = (await maya.get(`/api/coach/students/${sam.userId}`)).json
    expect([longer.past.length, longer.hasOlder]).toEqual([100, true])
  })

  test('is searched, filtered, sorted and paginated by the server', async () => {
    const [amy, zoe] = [await product.student('Amy Ace'), await product.student('Zoë 100% Birdie')]
    await bookPaid(product, amy, { instructorId: maya.userId, start: charlotteTime(2, 10) })
    await bookPaid(product, amy, { instructorId: maya.userId, start: charlotteTime(3, 10) })
    await bookPaid(product, zoe, {
      instructorId: maya.userId,
      start: charlotteTime(5, 10),
      durationMinutes: 90,
    })
    expect(await names('query=100%25')).toEqual(['Zoë 100% Birdie'])
    expect(await names('query=%25')).toEqual(['Zoë 100% Birdie'])
    expect(await names('query=_')).toEqual([])
    expect(await names('sort=spent&order=desc')).toEqual(['Amy Ace', 'Zoë 100% Birdie'])
    expect(await names('sort=next&order=asc')).toEqual(['Amy Ace', 'Zoë 100% Birdie'])
    expect(await names('sort=name&order=desc')).toEqual(['Zoë 100% Birdie', 'Amy Ace'])
    product.clock.advance(10 * DAY)
    await maya.signInAgain()
    expect(await names('filter=active&sort=name&order=asc')).toEqual(['Amy Ace', 'Zoë 100% Birdie'])
    product.clock.advance(61 * DAY)
    await maya.signInAgain()
    expect(await names('filter=away&sort=name&order=asc')).toEqual(['Amy Ace', 'Zoë 100% Birdie'])
    expect(await names('filter=new')).toEqual([])
    expect(await names('page=2')).toEqual([])
    expect((await maya.get('/api/coach/students?sort=password')).status).toBe(400)
  })

  test('as a file matches the list shown, and no cell is a formula', async () => {
    const eve = await product.student('Eve')
    await sql('update profiles set full_name = $2 where id = $1', [eve.userId, '=1+1'])
    const amy = await product.student('Amy, "the Ace"')
    for (const student of [eve, amy]) await beginTalk(student, maya.userId, '@SUM(A1)')
    await maya.post('/api/coach/student-invitations', { email: '+plus@golfers.test', givesAccess: false })
    const view = 'sort=name&order=desc'
    const file = await maya.get(`/api/coach/students.csv?${view}`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const [header, ...lines] = parse(file.text, { bom: true }) as string[][]
    expect(header?.[0]).toBe('Name')
    expect(lines.map(([name]) => name?.replace(/^'/, ''))).toEqual(await names(view))
    expect(lines.flat().filter((cell) => /^[=+@\t-]/.test(cell))).toEqual([])
    expect(file.text).toContain("'=1+1")
    const some = await maya.get('/api/coach/students.csv?query=ace')
    expect(parse(some.text, { bom: true })).toHaveLength(2)
  })

  test('shows a deleted account without personal data', async () => {
    const sam = await product.student('Sam Rivera')
    const start = charlotteTime(2, 10)
    await bookPaid(product, sam, { instructorId: maya.userId, start })
    const id = await beginTalk(sam, maya.userId, 'My knee hurts')
    await say(sam, id, 'A lot')
    await maya.put(`/api/coach/students/${sam.userId}/note`, { note: 'Bad knee', basedOn: 0 })
    await giveAccess(sam.userId)
    product.clock.moveTo(Date.parse(start) + 30 * 3_600_000)
    await maya.post(
      `/api/bookings/${(await sql('select id from bookings where student_id = $1', [sam.userId]))[0]?.id}/completion`,
    )
    await sam.signInAgain()
    const closed = await sam.post('/api/me/closure', { password: 'fairway-seven' })
    expect(closed.status, closed.text).toBeLessThan(300)
    await maya.signInAgain()
    const { rows } = await list()
    expect(rows).toMatchObject([
      {
        name: 'Former student',
        isFormer: true,
        lastWord: null,
        mayBook: false,
        lessonsHad: 1,
        spentCents: 8500,
      },
    ])
    const page = await maya.get(`/api/coach/students/${sam.userId}`)
    expect(page.json).toMatchObject({ name: 'Former student', note: { note: '' }, pictureUrl: null })
    for (const word of ['Sam', 'Rivera', 'knee', sam.email]) expect(page.text).not.toContain(word)
    expect((await giveAccess(sam.userId)).status).toBe(404)
  })
})

describe('calendar access [row 100]', () => {
  test('granted or revoked, shows on the student’s next load, and only there [A9]', async () => {
    await sql('update instructor_profiles set instant_book_enabled = false where user_id = $1', [maya.userId])
    const [sam, kim] = [await product.student('Sam Rivera'), await product.student('Kim Okafor')]
    for (const student of [sam, kim]) await beginTalk(student, maya.userId)
    const wish = { instructorId: maya.userId, start: charlotteTime(3, 10), durationMinutes: 60 }
    const mayBook = async (student: typeof sam) => (await student.post('/api/bookings', wish)).status === 201
    expect(await mayBook(sam)).toBe(false)
    expect((await giveAccess(sam.userId)).json).toEqual({ mayBook: true })
    expect((await list('query=Sam')).rows[0].mayBook).toBe(true)
    expect(await mayBook(kim)).toBe(false)
    expect(await mayBook(sam)).toBe(true)
    expect((await giveAccess(sam.userId, false)).json).toEqual({ mayBook: false })
    expect((await sam.post('/api/bookings', { ...wish, start: charlotteTime(4, 10) })).status).toBe(403)
  })

  test('notifies once a day, no matter how often it is granted', async () => {
    const sam = await product.student('Sam Rivera')
    await beginTalk(sam, maya.userId)
    for (const mayBook of [true, false, true, true]) await giveAccess(sam.userId, mayBook)
    const told = await sql(
      `select title from notifications where user_id = $1 and kind = 'calendar_access'`,
      [sam.userId],
    )
    expect(told).toEqual([{ title: 'You can book Coach Maya directly' }])
  })

  test('for another coach’s student or a stranger returns “not found”', async () => {
    const stranger = await product.student('Sid Stranger')
    const sam = await product.student('Sam Rivera')
    await beginTalk(sam, maya.userId)
    const other = await signedInCoach(product, 'Dale Whitaker')
    expect((await giveAccess(stranger.userId)).status).toBe(404)
    expect((await giveAccess(maya.userId)).status).toBe(404)
    expect((await giveAccess(sam.userId, true, other)).status).toBe(404)
    expect((await other.get(`/api/coach/students/${sam.userId}`)).status).toBe(404)
    expect((await maya.get(`/api/coach/students/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await list('', other)).rows).toEqual([])
    expect(
      await sql('select from student_calendar_access where student_id = any($1)', [
        [stranger.userId, sam.userId],
      ]),
    ).toEqual([])
  })
})

describe("a coach's own note", () => {
  test('is private, and an outdated window is refused', async () => {
    const sam = await product.student('Sam Rivera')
    await beginTalk(sam, maya.userId)
    const path = `/api/coach/students/${sam.userId}/note`
    const first = await maya.put(path, { note: '  Slices when tired.\u202e ', basedOn: 0 })
    expect(first.json).toMatchObject({ note: 'Slices when tired.', version: 1 })
    const second = await maya.put(path, { note: 'Hooks.', basedOn: 0 })
    expect([second.status, second.json.code]).toEqual([409, 'changed_elsewhere'])
    const answers = await Promise.all([1, 2, 3].map((n) => maya.put(path, { note: `Note ${n}`, basedOn: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const other = await signedInCoach(product, 'Dale Whitaker')
    await beginTalk(sam, other.userId)
    expect((await other.get(`/api/coach/students/${sam.userId}`)).json.note).toMatchObject({
      note: '',
      version: 0,
    })
    expect((await maya.put(path, { note: 'x'.repeat(4001), basedOn: 2 })).status).toBe(400)
    expect((await maya.put(path, { note: '', basedOn: 2 })).json).toMatchObject({ note: '', version: 0 })
    expect((await sam.get('/api/me/export')).text).not.toContain('Slices')
  })
})

describe("a student's coaches [row 99]", () => {
  test('are those booked, written to or granting access, with lessons, credits and the next open time', async () => {
    const sam = await product.student('Sam Rivera')
    const [dale, kim, ann] = [
      await signedInCoach(product, 'Dale Whitaker'),
      await signedInCoach(product, 'Kim Okafor'),
      await signedInCoach(product, 'Ann Archer'),
    ]
    await sql('update instructor_profiles set instant_book_enabled = false where user_id = any($1)', [
      [kim.userId, ann.userId],
    ])
    const start = charlotteTime(3, 10)
    const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start })
    for (const coach of [dale, kim, ann]) await beginTalk(sam, coach.userId)
    await giveAccess(sam.userId, true, ann)
    const coaches = async () => (await sam.get('/api/me/coaches')).json
    const found = await coaches()
    const of = (coach: Coach, list = found) => list.find(({ id }: { id: string }) => id === coach.userId)
    expect(found).toHaveLength(4)
    expect(found[0]).toMatchObject({
      id: maya.userId,
      nextLesson: { start, bookingId },
      lessonsHad: 0,
      mayBook: true,
      hasAccess: false,
    })
    expect(of(dale)).toMatchObject({ mayBook: true, nextOpening: { zone: 'America/New_York' } })
    expect(of(kim)).toMatchObject({ mayBook: false, hasAccess: false, nextOpening: null })
    expect(of(ann)).toMatchObject({ mayBook: true, hasAccess: true })
    // After access is revoked, the next load omits it.
    await giveAccess(sam.userId, false, ann)
    expect(of(ann, await coaches())).toMatchObject({ mayBook: false, hasAccess: false, nextOpening: null })
    product.clock.moveTo(Date.parse(start) + 2 * 3_600_000)
    expect(of(maya, await coaches())).toMatchObject({
      nextLesson: null,
      lessonsHad: 1,
      lastLesson: { start, durationMinutes: 60 },
    })
    expect((await (await product.student()).get('/api/me/coaches')).json).toEqual([])
  })

  test('can be booked by access without instant booking, and by nobody while booking is paused', async () => {
    const sam = await product.student('Sam Rivera')
    const [kim, ann] = [
      await signedInCoach(product, 'Kim Okafor'),
      await signedInCoach(product, 'Ann Archer'),
    ]
    await sql('update instructor_profiles set instant_book_enabled = false where user_id = $1', [ann.userId])
    for (const coach of [kim, ann]) {
      await beginTalk(sam, coach.userId)
      await sam.send('PUT', `/api/me/saved-coaches/${coach.userId}`)
    }
    const both = async (path: string) => {
      const { json } = await sam.get(path)
      return [kim, ann].map(({ userId }) => json.find(({ id }: { id: string }) => id === userId))
    }
    expect(await both('/api/me/saved-coaches')).toMatchObject([{ mayBook: true }, { mayBook: false }])
    await giveAccess(sam.userId, true, ann)
    expect(await both('/api/me/saved-coaches')).toMatchObject([{ mayBook: true }, { mayBook: true }])
    expect(await both('/api/me/coaches')).toMatchObject([{ mayBook: true }, { mayBook: true }])
    // As after a day in which a calendar of the coach could not be read.
    await sql(
      'update instructor_profiles set instant_book_paused_at = current_instant() where user_id = any($1)',
      [[kim.userId, ann.userId]],
    )
    const closed = { mayBook: false, hasAccess: false, nextOpening: null }
    expect(await both('/api/me/coaches')).toMatchObject([closed, closed])
    expect(await both('/api/me/saved-coaches')).toMatchObject([{ mayBook: false }, { mayBook: false }])
  })

  test('that were saved can be listed, removed and saved again; other people’s are not affected', async () => {
    const [sam, pat] = [await product.student('Sam Rivera'), await product.student('Pat Palmer')]
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const path = `/api/me/saved-coaches/${maya.userId}`
    // Saved before the account existed, with its address: counts once the address is verified.
    await product
      .visitor()
      .post('/api/coach-saves', { instructorId: dale.userId, name: 'S', email: sam.email })
    for (const person of [sam, pat]) await person.send('PUT', path)
    const saved = async (person = sam) =>
      (await person.get('/api/me/saved-coaches')).json.map(({ id }: { id: string }) => id)
    expect(await saved()).toEqual([maya.userId])
    await sql('update profiles set email_verified = true where id = $1', [sam.userId])
    expect((await saved()).toSorted()).toEqual([maya.userId, dale.userId].toSorted())
    expect((await sam.send('DELETE', path)).status).toBe(200)
    await sam.send('DELETE', `/api/me/saved-coaches/${dale.userId}`)
    expect(await saved()).toEqual([])
    expect(await saved(pat)).toEqual([maya.userId])
    await sam.send('PUT', path)
    expect(await saved()).toEqual([maya.userId])
    await sql('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect((await sam.get('/api/me/saved-coaches')).json).toMatchObject([{ isOnShow: false }])
  })
})

describe('a student’s contact details', () => {
  const start = charlotteTime(3, 10)
  const phone = '704 555 0150'

  test('are shown on a confirmed lesson only to its coach, until a day after', async () => {
    const sam = await product.student('Sam Rivera')
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    const contact = { phone: expect.stringContaining('555'), email: sam.email }
    const lesson = async (person: Coach | typeof sam = maya) => (await person.get(`/api/bookings/${id}`)).json
    const student = async () => (await maya.get(`/api/coach/students/${sam.userId}`)).json
    const file = async () => (await maya.get('/api/coach/students.csv')).text
    expect((await lesson()).contact).toEqual(contact)
    expect((await lesson(sam)).contact, 'the student sees what is shared').toEqual(contact)
    expect((await student()).contact).toEqual(contact)
    const [header, line] = parse(await file(), { bom: true }) as string[][]
    const cells = Object.fromEntries(header?.map((name, at) => [name, line?.[at]]) ?? [])
    expect(cells).toMatchObject({
      Name: 'Sam Rivera',
      Email: sam.email,
      Phone: expect.stringContaining('555'),
    })
    product.clock.moveTo(Date.parse(start) + 24 * 3_600_000)
    await maya.signInAgain()
    expect((await lesson()).contact).toEqual(contact)
    product.clock.moveTo(Date.parse(start) + 26 * 3_600_000)
    expect((await lesson()).contact).toBeNull()
    expect((await student()).contact).toBeNull()
    expect(await file()).not.toContain(sam.email)
  })

  test('are shown as the student chooses, and not on a canceled lesson', async () => {
    const sam = await product.student('Sam Rivera')
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    const details = { name: 'Sam Rivera', phone, city: '' }
    const saved = await sam.put('/api/me/account', { ...details, sharesPhone: false })
    expect(saved.json).toMatchObject({ sharesPhone: false, sharesEmail: true })
    const contact = async () => (await maya.get(`/api/bookings/${id}`)).json.contact
    expect(await contact()).toEqual({ phone: null, email: sam.email })
    // An old client that does not send the fields changes neither.
    expect((await sam.put('/api/me/account', details)).json).toMatchObject({ sharesPhone: false })
    await sam.put('/api/me/account', { ...details, sharesPhone: true, sharesEmail: false })
    expect(await contact()).toEqual({ phone: expect.stringContaining('555'), email: null })
    const { json } = await sam.get(`/api/bookings/${id}/cancellation`)
    const cancelled = await sam.post(`/api/bookings/${id}/cancellation`, {
      expectedRefundCents: json.refundCents,
    })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await contact()).toBeNull()
  })

  test('are hidden when a coach enters a lesson for an address with an account', async () => {
    const stranger = await product.student('Pat Stranger')
    await verifyEmail(product, maya.userId)
    const entered = await maya.post(
      '/api/coach/lessons',
      enteredLesson({ student: { is: 'invited', name: 'Pat', email: stranger.email }, start }),
    )
    expect(entered.status, entered.text).toBe(201)
    expect((await maya.get(`/api/bookings/${entered.json.bookingId}`)).json.contact).toBeNull()
    await bookPaid(product, stranger, { instructorId: maya.userId, start: charlotteTime(4, 10) })
    // The student knows the coach now, but has not answered the other lesson.
    const seen = (await maya.get(`/api/bookings/${entered.json.bookingId}`)).json
    expect(seen).toMatchObject({ contact: null, student: { name: 'Pat' }, isInvitation: true })
  })
})
