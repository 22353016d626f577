import { beforeEach, describe, expect, test } from 'vitest'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { bookPaid, emailsAbout, enteredLesson, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

const product = testProduct()
const year = new Date(testNow).getUTCFullYear()
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Person
let emma: string

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  emma = await addGolfer(sam, child('Emma Rivera'))
})

const listed = async (who: Visitor) => (await who.get('/api/me/golfers')).json
const change = (who: Visitor, id: string, golfer: object) => who.put(`/api/me/golfers/${id}`, golfer)
const wish = (golferId: string | null, day = 9) => ({
  instructorId: maya.userId,
  durationMinutes: 60,
  start: charlotteTime(day, 10),
  golferId,
})
const golferOf = async (who: Visitor, id: string) => (await who.get(`/api/bookings/${id}`)).json.golfer?.name

describe('the golfers of an account', () => {
  test('are listed, changed and removed', async () => {
    await addGolfer(sam, { name: 'Jo Rivera', relation: 'adult' })
    const { golfers, lastId } = await listed(sam)
    expect(golfers).toEqual([
      { id: emma, name: 'Emma Rivera', relation: 'child', yearOfBirth: year - 12, allowsClips: false },
      {
        id: expect.any(String),
        name: 'Jo Rivera',
        relation: 'adult',
        yearOfBirth: null,
        allowsClips: true,
      },
    ])
    expect(lastId).toBeNull()
    expect((await change(sam, emma, child('Emma R.', 13))).json).toMatchObject({
      name: 'Emma R.',
      yearOfBirth: year - 13,
    })
    expect((await sam.send('DELETE', `/api/me/golfers/${emma}`)).status).toBe(200)
    expect((await listed(sam)).golfers).toHaveLength(1)
    const { rows } = await product.database.pool.query('select from golfers where id = $1', [emma])
    expect(rows).toEqual([])
  })

  test('added twice are one, and two with the same name are refused', async () => {
    expect(await addGolfer(sam, child('Emma Rivera'))).toBe(emma)
    const other = await sam.post('/api/me/golfers', child('EMMA RIVERA', 9))
    expect([other.status, other.json.code]).toEqual([409, 'same_golfer'])
    const liam = await addGolfer(sam, child('Liam Rivera', 9))
    expect((await change(sam, liam, child('emma rivera', 9))).json.code).toBe('same_golfer')
  })

  test('are eight at most', async () => {
    for (const n of [2, 3, 4, 5, 6, 7, 8]) await addGolfer(sam, { name: `Golfer ${n}`, relation: 'adult' })
    const ninth = await sam.post('/api/me/golfers', { name: 'Golfer 9', relation: 'adult' })
    expect([ninth.status, ninth.json.code]).toEqual([409, 'too_many_golfers'])
  })

  test('say the year of birth as children, never a birthday, and nothing as adults', async () => {
    const none = await sam.post('/api/me/golfers', { name: 'Liam', relation: 'child' })
    expect([none.status, none.json.message]).toEqual([400, expect.stringContaining('year of birth')])
    for (const wrong of [child('Liam', 19), child('Liam', 0), child('Liam', -1)])
      expect((await sam.post('/api/me/golfers', wrong)).json.code).toBe('bad_year_of_birth')
    const date = await sam.post('/api/me/golfers', { ...child('Liam'), yearOfBirth: `${year - 9}-05-01` })
    expect(date.status).toBe(400)
    const jo = await addGolfer(sam, { ...child('Jo', 40), relation: 'adult' })
    const { golfers } = await listed(sam)
    expect(golfers.find(({ id }: { id: string }) => id === jo).yearOfBirth).toBeNull()
  })

  test('are not seen or changed by another account', async () => {
    const alex = await product.student('Alex Kim')
    expect((await listed(alex)).golfers).toEqual([])
    expect((await change(alex, emma, child('Mine'))).json.code).toBe('no_such_golfer')
    expect((await alex.send('DELETE', `/api/me/golfers/${emma}`)).status).toBe(404)
    expect((await listed(sam)).golfers).toHaveLength(1)
  })
})

describe('a lesson that a golfer plays', () => {
  test('has the golfer’s name for the parent and the coach, in letters, calendars, schedule and students', async () => {
    const id = await bookPaid(product, sam, wish(emma))
    expect([await golferOf(sam, id), await golferOf(maya, id)]).toEqual(['Emma Rivera', 'Emma Rivera'])
    await product.sendMessages()
    const [coachLetter] = (await lettersTo(product.database.pool, maya.email)).filter(({ subject }) =>
      subject.startsWith('Sam Rivera booked'),
    )
    expect(coachLetter?.subject).toMatch(/^Sam Rivera booked .* for Emma Rivera$/)
    expect(coachLetter?.text).toContain('Student: Emma Rivera')
    const [parentLetter] = (await lettersTo(product.database.pool, sam.email)).filter(({ subject }) =>
      subject.startsWith('You are booked'),
    )
    expect(parentLetter?.subject).toContain('You are booked with Coach Maya for Emma Rivera: ')
    expect(parentLetter?.text).toContain('Hello Sam Rivera, your lesson with Coach Maya for Emma Rivera is')

    const summary = async (who: Visitor) =>
      /SUMMARY:(.*)\r/.exec((await who.get(`/api/bookings/${id}/calendar.ics`)).text)?.[1]
    expect(await summary(maya)).toBe('Golf lesson with Emma Rivera')
    expect(await summary(sam)).toBe('Emma Rivera: golf lesson with Coach Maya')

    const day = charlotteTime(9, 10).slice(0, 10)
    const { entries } = (await maya.get(`/api/coach/schedule?view=day&date=${day}`)).json
    expect(entries[0]).toMatchObject({ student: { name: 'Sam Rivera' }, golfer: { name: 'Emma Rivera' } })
    for (const query of ['', '?query=emma']) {
      const { rows } = (await maya.get(`/api/coach/students${query}`)).json
      expect(rows).toMatchObject([{ name: 'Sam Rivera', golfers: ['Emma Rivera'] }])
    }
    const student = (await maya.get(`/api/coach/students/${sam.userId}`)).json
    expect(student.upcoming).toMatchObject([{ id, playedBy: 'Emma Rivera' }])
  })

  test('keeps its golfer when it is moved', async () => {
    const id = await bookPaid(product, sam, wish(emma))
    const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(10, 11) })
    expect(moved.status, moved.text).toBeLessThan(300)
    expect(await golferOf(maya, id)).toBe('Emma Rivera')
    await product.sendMessages()
    const subjects = (await lettersTo(product.database.pool, maya.email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^Moved: Emma Rivera is now/))
  })

  test('can be one of a package', async () => {
    const start = charlotteTime(9, 10)
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, sam, proposalId, start)
    const found = await product.database.pool.query('select id from lesson_packages where proposal_id = $1', [
      proposalId,
    ])
    const address = `/api/packages/${found.rows[0].id}/lessons`
    const drawn = await sam.post(address, { start: charlotteTime(10, 10), golferId: emma })
    expect(await golferOf(maya, drawn.json.bookingId)).toBe('Emma Rivera')
    const alex = await product.student('Alex Kim')
    const others = await addGolfer(alex, child('Mia Kim'))
    const refused = await sam.post(address, { start: charlotteTime(11, 10), golferId: others })
    expect([refused.status, refused.json.code]).toEqual([404, 'no_such_golfer'])
  })

  test('is held for another golfer when the same time is booked again', async () => {
    const liam = await addGolfer(sam, child('Liam Rivera', 9))
    const first = await sam.post('/api/bookings', wish(emma))
    const again = await sam.post('/api/bookings', wish(liam))
    expect(again.json.bookingId).toBe(first.json.bookingId)
    expect(await golferOf(sam, first.json.bookingId)).toBe('Liam Rivera')
    await sam.post('/api/bookings', wish(null))
    expect(await golferOf(sam, first.json.bookingId)).toBeUndefined()
  })

  test('is told to the coach’s programs', async () => {
    const { pool } = product.database
    const made = await maya.post('/api/me/webhooks', {
      url: 'https://hooks.golf.test/lessons',
      events: ['booking.confirmed'],
    })
    expect(made.status, made.text).toBe(201)
    await bookPaid(product, sam, wish(emma))
    const { rows } = await pool.query(
      `select body from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.user_id = $1`,
      [maya.userId],
    )
    expect(rows.map(({ body }) => JSON.parse(body).data.golferName)).toContain('Emma Rivera')
  })
})

describe('who plays', () => {
  test('is remembered for the next booking', async () => {
    await sam.post('/api/bookings', wish(emma))
    expect((await listed(sam)).lastId).toBe(emma)
    product.clock.moveTo(testNow + 60_000)
    expect((await sam.post('/api/bookings', wish(null, 10))).status).toBe(201)
    expect((await listed(sam)).lastId).toBeNull()
  })

  test('is one of the own account, and still on it', async () => {
    const alex = await product.student('Alex Kim')
    const mia = await addGolfer(alex, child('Mia Kim'))
    for (const golferId of [mia, maya.userId]) {
      const refused = await sam.post('/api/bookings', wish(golferId))
      expect([refused.status, refused.json.code]).toEqual([404, 'no_such_golfer'])
    }
    await sam.send('DELETE', `/api/me/golfers/${emma}`)
    expect((await sam.post('/api/bookings', wish(emma))).json.code).toBe('no_such_golfer')
    // The database itself refuses the golfer of another account.
    const id = await bookPaid(product, sam, wish(null))
    const foreign = product.query('update bookings set golfer_id = $2 where id = $1', [id, mia])
    await expect(foreign).rejects.toThrow('bookings_golfer_fkey')
  })

  test('is seen by the coach of the lesson alone', async () => {
    const liam = await addGolfer(sam, child('Liam Rivera', 9))
    const noah = await signedInCoach(product, 'Noah Clark')
    await product.query('update profiles set email_verified = true where id = $1', [sam.userId])
    await bookPaid(product, sam, wish(emma))
    await bookPaid(product, sam, { ...wish(liam, 10), instructorId: noah.userId })
    const day = charlotteTime(9, 10).slice(0, 10)
    const seenBy = async (coach: Visitor) =>
      (
        await Promise.all([
          coach.get('/api/bookings'),
          coach.get('/api/coach/students'),
          coach.get(`/api/coach/students/${sam.userId}`),
          coach.get(`/api/coach/schedule?view=month&date=${day}`),
        ])
      )
        .map(({ text }) => text)
        .join()
    expect(await seenBy(maya)).toContain('Emma')
    expect(await seenBy(maya)).not.toContain('Liam')
    expect(await seenBy(noah)).toContain('Liam')
    expect(await seenBy(noah)).not.toContain('Emma')
  })
})

describe('changing who plays', () => {
  const changePlayer = (who: Visitor, id: string, golferId: string | null) =>
    who.put(`/api/bookings/${id}/golfer`, { golferId })

  test('is possible until the lesson begins, and updates calendars', async () => {
    const id = await bookPaid(product, sam, wish(null))
    const sequence = async () =>
      /SEQUENCE:(.*)\r/.exec((await maya.get(`/api/bookings/${id}/calendar.ics`)).text)?.[1]
    expect(await sequence()).toBe('0')
    expect((await changePlayer(sam, id, emma)).status).toBe(200)
    expect([await golferOf(maya, id), await sequence()]).toEqual(['Emma Rivera', '1'])
    expect((await changePlayer(sam, id, emma)).status).toBe(200)
    expect(await sequence()).toBe('1')
    product.clock.moveTo(Date.parse(charlotteTime(9, 10)))
    expect((await changePlayer(sam, id, null)).json.code).toBe('lesson_over')
  })

  test('leaves a reminder that is about to be sent: the lesson was not moved', async () => {
    const id = await bookPaid(product, sam, wish(null))
    product.clock.moveTo(Date.parse(charlotteTime(9, 10)) - DAY + HOUR)
    await remindOfLessons(product.services)
    await sam.signInAgain()
    expect((await changePlayer(sam, id, emma)).status).toBe(200)
    await product.sendMessages()
    expect(await emailsAbout(product, id)).toContain('lesson-reminder-student')
  })

  test('is for the student alone, and for the own golfers', async () => {
    const id = await bookPaid(product, sam, wish(null))
    const alex = await product.student('Alex Kim')
    const mia = await addGolfer(alex, child('Mia Kim'))
    expect((await changePlayer(sam, id, mia)).json.code).toBe('no_such_golfer')
    expect((await changePlayer(alex, id, mia)).status).toBe(404)
    expect((await changePlayer(maya, id, emma)).status).toBe(403)
    expect(await golferOf(maya, id)).toBeUndefined()
  })
})

describe('a lesson that the coach enters', () => {
  const enter = (golferId: string | undefined, more: object = {}) =>
    maya.post(
      '/api/coach/lessons',
      enteredLesson({
        student: { is: 'known', studentId: sam.userId, ...(golferId ? { golferId } : {}) },
        start: charlotteTime(12, 10),
        ...more,
      }),
    )
  const offered = async (who = maya) =>
    (await who.get('/api/coach/proposal-students')).json.find(({ id }: { id: string }) => id === sam.userId)

  test('names a golfer whom the coach has lessons with', async () => {
    await bookPaid(product, sam, wish(null, 8))
    await bookPaid(product, sam, wish(emma, 9))
    expect(await offered()).toEqual({
      id: sam.userId,
      name: 'Sam Rivera',
      isCaller: false,
      golfers: [{ id: emma, name: 'Emma Rivera' }],
      lastGolferId: emma,
    })
    const entered = await enter(emma)
    expect(entered.status, entered.text).toBe(201)
    expect(await golferOf(sam, entered.json.bookingId)).toBe('Emma Rivera')
    const held = await enter(emma, { payment: 'here', start: charlotteTime(13, 10) })
    expect(held.status, held.text).toBe(201)
    expect(await golferOf(sam, held.json.bookingId)).toBe('Emma Rivera')
    const own = await enter(undefined, { start: charlotteTime(14, 10) })
    expect(await golferOf(sam, own.json.bookingId)).toBeUndefined()
  })

  test('neither offers nor accepts golfers whom the coach has no lesson with', async () => {
    await bookPaid(product, sam, wish(null, 9))
    const other = await signedInCoach(product)
    await bookPaid(product, sam, { ...wish(emma, 8), instructorId: other.userId })
    expect(await offered()).toMatchObject({ golfers: [], lastGolferId: null })
    expect(await offered(other)).toMatchObject({ golfers: [{ name: 'Emma Rivera' }], lastGolferId: emma })
    const refused = await enter(emma)
    expect([refused.status, refused.json.code]).toEqual([404, 'no_such_golfer'])
  })

  test('is not entered for a golfer who was removed', async () => {
    await bookPaid(product, sam, wish(emma))
    product.clock.moveTo(Date.parse(charlotteTime(9, 12)))
    await sam.send('DELETE', `/api/me/golfers/${emma}`)
    expect(await offered()).toMatchObject({ golfers: [], lastGolferId: null })
    expect((await enter(emma)).json.code).toBe('no_such_golfer')
  })
})

describe('removing a golfer', () => {
  test('and booking for the golfer at the same time never leaves a lesson with a removed golfer', async () => {
    const [, booked] = await Promise.all([
      sam.send('DELETE', `/api/me/golfers/${emma}`),
      sam.post('/api/bookings', wish(emma)),
    ])
    const isListed = (await listed(sam)).golfers.length === 1
    expect(booked.status === 201 ? isListed : booked.json.code).toBe(
      booked.status === 201 ? true : 'no_such_golfer',
    )
  })

  test('is refused while lessons are to come, and explains it', async () => {
    await bookPaid(product, sam, wish(emma))
    const refused = await sam.send('DELETE', `/api/me/golfers/${emma}`)
    expect([refused.status, refused.json.code]).toEqual([409, 'golfer_has_lessons'])
    expect(refused.json.message).toContain('Emma Rivera has a lesson coming up')
  })

  test('keeps the name of past lessons, and nothing else', async () => {
    const id = await bookPaid(product, sam, wish(emma))
    product.clock.moveTo(Date.parse(charlotteTime(9, 12)))
    expect((await sam.send('DELETE', `/api/me/golfers/${emma}`)).status).toBe(200)
    expect(await golferOf(maya, id)).toBe('Emma Rivera')
    const { rows } = await product.database.pool.query('select year_of_birth from golfers where id = $1', [
      emma,
    ])
    expect(rows).toEqual([{ year_of_birth: null }])
    expect((await listed(sam)).golfers).toEqual([])
    // The name is free again.
    expect(await addGolfer(sam, child('Emma Rivera'))).not.toBe(emma)
  })
})

test('an account’s export has its golfers, and closing the account erases them', async () => {
  const id = await bookPaid(product, sam, wish(emma))
  await sam.post(`/api/bookings/${id}/cancellation`, {})
  const exported = (await sam.get('/api/me/export')).json
  expect(exported.golfers).toMatchObject([{ name: 'Emma Rivera', year_of_birth: year - 12 }])
  expect(JSON.stringify(exported.lessons)).toContain('Emma Rivera')
  const closed = await sam.post('/api/me/closure', { password: 'fairway-seven' })
  expect(closed.status, closed.text).toBe(200)
  expect(await golferOf(maya, id)).toBeUndefined()
  const { rows } = await product.database.pool.query('select from golfers where account_id = $1', [
    sam.userId,
  ])
  expect(rows).toEqual([])
})

test('a lesson that was booked before there were golfers looks as it did', async () => {
  const id = await bookPaid(product, sam, wish(null))
  await product.sendMessages()
  const lesson = (await maya.get(`/api/bookings/${id}`)).json
  expect([lesson.student.name, lesson.golfer]).toEqual(['Sam Rivera', null])
  const letters = await lettersTo(product.database.pool, maya.email)
  expect(letters.map(({ text, subject }) => subject + text).join()).not.toContain(' for ,')
  const file = await sam.get(`/api/bookings/${id}/calendar.ics`)
  expect(file.text).toContain('SUMMARY:Golf lesson with Coach Maya\r\n')
})
