import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#platform/duration.ts'
import { addDays, dateIn, offsetMinutes } from '#platform/time.ts'
import { bookPaid, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** 'Book again' offers the weekday, time and place of a past lesson in the next weeks. */
const product = testProduct()
type Person = Awaited<ReturnType<typeof signedInCoach>>
const ZONE = 'America/New_York'
let coach: Person
let sam: Person
let lesson: { id: string; start: string }

beforeEach(async () => {
  product.clock.moveTo(testNow)
  coach = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  await verifyEmail(product, sam.userId)
  const start = charlotteTime(4, 10)
  lesson = { id: await bookPaid(product, sam, { instructorId: coach.userId, start }), start }
  // A day after the lesson.
  product.clock.moveTo(Date.parse(start) + DAY)
  for (const person of [coach, sam]) await person.signInAgain()
})

/** The same local time some weeks after the lesson. */
function weeksLater(weeks: number): string {
  const local = Date.parse(lesson.start) + offsetMinutes(Date.parse(lesson.start), ZONE) * MINUTE
  const then = local + weeks * 7 * DAY
  const guess = then - offsetMinutes(then, ZONE) * MINUTE
  return new Date(then - offsetMinutes(guess, ZONE) * MINUTE).toISOString()
}

const again = async (person = sam, bookingId = lesson.id) =>
  await person.get(`/api/bookings/${bookingId}/times-again`)
const timesAgain = async () => (await again()).json.times

describe('the times', () => {
  test('are the next three weeks at the same weekday, time and place, with the price and terms of today', async () => {
    await product.query('update instructor_profiles set hourly_rate = 95 where user_id = $1', [coach.userId])
    const [place] = await product.query(
      'select id from instructor_teaching_locations where instructor_id = $1',
      [coach.userId],
    )
    expect((await again()).json).toMatchObject({
      instructorId: coach.userId,
      locationId: place.id,
      place: 'Longleaf Hollow Golf Center',
      durationMinutes: 60,
      zone: ZONE,
      times: [weeksLater(1), weeksLater(2), weeksLater(3)],
      priceCents: 9_500,
      terms: expect.stringContaining('Free cancellation'),
      isOneTap: true,
      answers: [],
    })
  })

  test('skip a week in which the time is taken or blocked, and are held with one call', async () => {
    const ava = await product.student('Ava Stone')
    await bookPaid(product, ava, { instructorId: coach.userId, start: weeksLater(2) })
    await product.query(
      `insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)`,
      [coach.userId, addDays(dateIn(lesson.start, ZONE), 7)],
    )
    const { times, priceCents, policy, locationId, durationMinutes } = (await again()).json
    expect(times.slice(0, 1)).toEqual([weeksLater(3)])
    const wish = { instructorId: coach.userId, locationId, start: times[0], durationMinutes }
    const held = await sam.post('/api/bookings', {
      ...wish,
      expectedPriceCents: priceCents,
      expectedPolicy: policy,
      answers: [],
    })
    expect(held.status, held.text).toBe(201)
    expect(await timesAgain()).not.toContain(times[0])
  })

  test('are none when the coach no longer teaches then, at this place, or at this length', async () => {
    await product.query(`update instructor_availability set start_time = '11:00' where instructor_id = $1`, [
      coach.userId,
    ])
    expect(await timesAgain()).toEqual([])
    await product.query(`update instructor_availability set start_time = '09:00' where instructor_id = $1`, [
      coach.userId,
    ])
    await product.query(`update instructor_profiles set lesson_durations = '{30}' where user_id = $1`, [
      coach.userId,
    ])
    expect((await again()).json).toMatchObject({ times: [], priceCents: null, isOneTap: false })
    await product.query(`update instructor_profiles set lesson_durations = '{60}' where user_id = $1`, [
      coach.userId,
    ])
    expect(await timesAgain()).toHaveLength(3)
    await product.query('update bookings set teaching_location_id = null where id = $1', [lesson.id])
    expect(await timesAgain()).toEqual([])
  })
})

test('a group books as a group again, at its own price, until the coach no longer takes groups', async () => {
  const takesGroups = (isBookable: boolean) =>
    product.query(
      'update instructor_profiles set group_rate = 140, group_size = 4, group_bookable = $2 where user_id = $1',
      [coach.userId, isBookable],
    )
  await product.query(`update bookings set lesson_type = 'group' where id = $1`, [lesson.id])
  await takesGroups(true)
  const { times, ...offered } = (await again()).json
  expect(offered).toMatchObject({ lessonType: 'group', title: '60-minute Group Lesson', priceCents: 14_000 })
  const held = await sam.post('/api/bookings', {
    instructorId: coach.userId,
    start: times[0],
    durationMinutes: 60,
    lessonType: 'group',
    expectedPriceCents: 14_000,
  })
  expect(held.status, held.text).toBe(201)
  await takesGroups(false)
  expect(await timesAgain()).toEqual([])
})

describe('a tap is not enough', () => {
  test('while a question of the coach needs an answer; the last answers are sent along', async () => {
    const ask = async (question: string) => {
      const [row] = await product.query(
        `insert into intake_questions (instructor_id, question, is_required, position) values ($1, $2, true, 1) returning id`,
        [coach.userId, question],
      )
      return String(row.id)
    }
    const questionId = await ask('What is your handicap?')
    expect((await again()).json).toMatchObject({ isOneTap: false, answers: [] })
    await product.query(
      `insert into intake_answers (booking_id, question_id, question, answer, position)
       values ($1, $2, 'What is your handicap?', '18', 1)`,
      [lesson.id, questionId],
    )
    expect((await again()).json).toMatchObject({
      isOneTap: true,
      answers: [{ questionId, question: 'What is your handicap?', answer: '18' }],
    })
  })

  test('while a lesson of a package is left, which comes first', async () => {
    const start = new Date(Date.parse(lesson.start) + 3 * DAY).toISOString()
    const proposalId = await propose(product, coach, sam, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, sam, proposalId, start)
    expect((await again()).json).toMatchObject({ isOneTap: false, isPrepaid: true })
  })

  test('but it is once all lessons of the package are booked, or when they are of another kind', async () => {
    const first = new Date(Date.parse(lesson.start) + 3 * DAY).toISOString()
    const terms = { ...fiveLessons, lessons: 2, priceCents: 16_000, times: [first] }
    await acceptAndPay(product, sam, await propose(product, coach, sam, terms), first)
    const [one] = (await sam.get('/api/packages')).json
    await product.query(`update lesson_packages set lesson_type = 'group' where id = $1`, [one.id])
    expect((await again()).json).toMatchObject({ isOneTap: true, isPrepaid: false })
    await product.query(`update lesson_packages set lesson_type = 'individual' where id = $1`, [one.id])
    expect((await again()).json).toMatchObject({ isOneTap: false, isPrepaid: true })
    const second = new Date(Date.parse(lesson.start) + 4 * DAY).toISOString()
    const booked = await sam.post(`/api/packages/${one.id}/lessons`, { start: second })
    expect(booked.json, booked.text).toMatchObject({ left: 0 })
    expect((await again()).json).toMatchObject({ isOneTap: true, isPrepaid: false })
  })

  test('with a coach who books by request', async () => {
    await product.query('update instructor_profiles set instant_book_enabled = false where user_id = $1', [
      coach.userId,
    ])
    expect((await again()).json).toMatchObject({ isOneTap: false })
  })
})

test('only the student of the lesson sees them', async () => {
  const ava = await product.student('Ava Stone')
  expect((await again(ava)).status).toBe(404)
  expect((await again(coach)).status).toBe(403)
  expect((await again(product.visitor() as Person)).status).toBe(401)
  expect((await again(sam, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
})
