import { beforeEach, describe, expect, test } from 'vitest'
import { publishDueReviews } from '#features/reviews/commands.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { password } from '../support/coach-states.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { propose, shortGame } from '../support/proposals.ts'
import { beginTalk, type Person, say } from '../support/talks.ts'

const product = testProduct()
const json = { 'content-type': 'application/json' }
let day = 2

beforeEach(() => product.clock.moveTo(testNow))

/** A coach who is paid to a bank account and has put the first steps away: nothing waits. */
async function coachWithoutTasks(name = 'Maya Bennett') {
  const coach = await signedInCoach(product, name)
  await coach.post('/api/coach/payout-account')
  await coach.put('/api/coach/first-steps', { isDismissed: true })
  expect(await tasksOf(coach)).toEqual([])
  return coach
}

const tasksOf = async (coach: Person) => (await coach.get('/api/coach/tasks')).json.tasks

async function lessonWith(coach: Person, name = 'Sam Rivera') {
  const sam = await product.student(name)
  const start = charlotteTime(day++, 10)
  const id = await bookPaid(product, sam, { instructorId: coach.userId, start })
  return { sam, id, start, end: Date.parse(start) + HOUR }
}

describe('tasks appear on a coach’s list and disappear when done', () => {
  test('a missing bank account, with the money held until there is one', async () => {
    const coach = await signedInCoach(product, 'Nora Field')
    await coach.put('/api/coach/first-steps', { isDismissed: true })
    expect(await tasksOf(coach)).toEqual([
      { kind: 'bank_account', isStarted: false, heldCents: 0, isRestricted: false },
    ])
    await lessonWith(coach)
    expect(await tasksOf(coach)).toEqual([
      { kind: 'bank_account', isStarted: false, heldCents: 7_650, isRestricted: false },
    ])
    await coach.post('/api/coach/payout-account')
    expect(await tasksOf(coach)).toEqual([])
  })

  test('a finished lesson, from its end until the coach records the outcome', async () => {
    const coach = await coachWithoutTasks()
    const { id, start, end } = await lessonWith(coach)
    product.clock.moveTo(end - 1)
    expect(await tasksOf(coach)).toEqual([])
    product.clock.moveTo(end)
    expect(await tasksOf(coach)).toEqual([
      {
        kind: 'outcome',
        bookingId: id,
        studentName: 'Sam Rivera',
        title: '60-minute Lesson',
        lessonStart: start,
        zone: 'America/New_York',
        completesAt: new Date(end + DAY).toISOString(),
      },
    ])
    await coach.post(`/api/bookings/${id}/completion`)
    expect(await tasksOf(coach)).toEqual([])
  })

  test('a problem reported by a student, until it is settled', async () => {
    const coach = await coachWithoutTasks()
    const { sam, id, end } = await lessonWith(coach)
    product.clock.moveTo(end)
    await coach.post(`/api/bookings/${id}/completion`)
    await sam.post(`/api/bookings/${id}/problems`, {
      reason: 'service_not_received',
      details: 'Nobody came.',
    })
    expect(await tasksOf(coach)).toMatchObject([{ kind: 'problem', bookingId: id }])
    await product.query(
      `update payment_disputes set status = 'rejected', resolved_at = $2 where booking_id = $1`,
      [id, new Date(end)],
    )
    expect(await tasksOf(coach)).toEqual([])
  })

  test('a proposal with requested changes, until it is revised or expires', async () => {
    const coach = await coachWithoutTasks()
    const sam = await product.student('Sam Rivera')
    const id = await propose(product, coach, sam)
    expect(await tasksOf(coach), 'the student’s turn').toEqual([])
    await sam.post(`/api/proposals/${id}/change-requests`, { version: 1, message: 'Later, please?' })
    expect(await tasksOf(coach)).toMatchObject([
      { kind: 'changes', proposalId: id, studentName: 'Sam Rivera', title: shortGame.title },
    ])
    const terms = JSON.stringify({ version: 1, studentId: sam.userId, ...shortGame })
    expect((await coach.send('PUT', `/api/proposals/${id}`, terms, json)).status).toBe(200)
    expect(await tasksOf(coach)).toEqual([])
  })

  test('a conversation that is unread or that the assistant handed to the coach', async () => {
    const coach = await coachWithoutTasks()
    await coach.put('/api/coach/assistant', { enabled: false })
    const sam = await product.student('Sam Rivera')
    const talk = await beginTalk(sam, coach.userId)
    expect(await tasksOf(coach)).toEqual([
      { kind: 'conversation', conversationId: talk, studentName: 'Sam Rivera', reason: null },
    ])
    await say(coach, talk, 'I do.')
    expect(await tasksOf(coach)).toEqual([])
    await coach.put('/api/coach/assistant', { enabled: true })
    const alex = await product.student('Alex Kim')
    const other = await beginTalk(alex, coach.userId)
    expect(await tasksOf(coach), 'the assistant answers').toEqual([])
    await alex.post(`/api/conversations/${other}/person`)
    expect(await tasksOf(coach)).toEqual([
      {
        kind: 'conversation',
        conversationId: other,
        studentName: 'Alex Kim',
        reason: 'Asked for a person',
      },
    ])
    await say(coach, other, 'Here I am.')
    expect(await tasksOf(coach)).toEqual([])
  })

  test('a review that opens with the coach’s note', async () => {
    const coach = await coachWithoutTasks()
    const { sam, id, end } = await lessonWith(coach)
    product.clock.moveTo(end)
    await coach.post(`/api/bookings/${id}/completion`)
    await sam.post(`/api/bookings/${id}/review`, { rating: 5 })
    expect(await tasksOf(coach)).toMatchObject([{ kind: 'note', bookingId: id, studentName: 'Sam Rivera' }])
    await coach.post(`/api/bookings/${id}/note`, { note: 'Keep the tempo.' })
    expect(await tasksOf(coach)).toEqual([])
  })

  test('a review whose student deletes the account waits for no note', async () => {
    const coach = await coachWithoutTasks()
    const { sam, id, end } = await lessonWith(coach)
    product.clock.moveTo(end)
    await coach.post(`/api/bookings/${id}/completion`)
    await sam.post(`/api/bookings/${id}/review`, { rating: 5 })
    const waiting = async () => (await coach.get('/api/coach/reviews')).json.waiting
    expect([await tasksOf(coach), await waiting()]).toMatchObject([[{ kind: 'note' }], [{ bookingId: id }]])
    const left = await sam.post('/api/me/closure', { password })
    expect(left.status, left.text).toBe(200)
    expect([await tasksOf(coach), await waiting()]).toEqual([[], []])
    const { actions } = (await coach.get(`/api/bookings/${id}`)).json
    expect(actions.map(({ kind }: { kind: string }) => kind)).not.toContain('note')
    const late = await coach.post(`/api/bookings/${id}/note`, { note: 'Keep the tempo.' })
    expect(late.json.code).toBe('person_gone')
    const hidden = async () => (await coach.get('/api/coach/reviews')).json.hidden
    expect(await hidden()).toBe(1)
    await publishDueReviews(product.services)
    expect(await hidden()).toBe(0)
  })

  test('a profile that can’t be found', async () => {
    const coach = await coachWithoutTasks()
    await product.query('update instructor_profiles set is_visible = false where user_id = $1', [
      coach.userId,
    ])
    expect(await tasksOf(coach)).toEqual([{ kind: 'hidden' }])
  })
})

test('another coach’s tasks are not shown', async () => {
  const coach = await coachWithoutTasks()
  const other = await coachWithoutTasks('Dan Cole')
  await coach.put('/api/coach/assistant', { enabled: false })
  const { sam, end } = await lessonWith(coach)
  await beginTalk(sam, coach.userId)
  product.clock.moveTo(end)
  const kinds = (await tasksOf(coach)).map(({ kind }: { kind: string }) => kind)
  expect(kinds.sort()).toEqual(['conversation', 'outcome'])
  expect(await tasksOf(other)).toEqual([])
})

test('a lesson taught today stays in today’s lessons', async () => {
  const coach = await coachWithoutTasks()
  const { id, end } = await lessonWith(coach)
  product.clock.moveTo(end)
  await coach.post(`/api/bookings/${id}/completion`)
  const dashboard = async () => (await coach.get('/api/coach/dashboard')).json
  expect(await dashboard()).toMatchObject({
    todaysLessons: [{ id, status: 'completed', isOver: true }],
    nextLessons: [],
  })
  product.clock.moveTo(end + DAY)
  expect((await dashboard()).todaysLessons).toEqual([])
})

describe("a new coach's first steps [row 92]", () => {
  const stepsOf = async (coach: Person) => (await coach.get('/api/coach/tasks')).json.firstSteps
  const missing = async (coach: Person) =>
    (await stepsOf(coach))?.flatMap(({ kind, isDone }: { kind: string; isDone: boolean }) =>
      isDone ? [] : kind,
    )

  test('follow from the data, and the list disappears when all are done', async () => {
    const { pool } = product.database
    const coach = await signedInCoach(product, 'Nora Field')
    const set = (what: string) =>
      pool.query(`update instructor_profiles set ${what} where user_id = $1`, [coach.userId])
    await set('is_visible = false')
    await pool.query('delete from instructor_availability where instructor_id = $1', [coach.userId])
    expect(await missing(coach)).toEqual(['portrait', 'hours', 'visible', 'bank_account', 'share'])
    // What is on the list is said once.
    expect(await tasksOf(coach)).toEqual([])
    await set(`is_visible = true, profile_image_url = '/x.webp'`)
    await coach.post('/api/coach/payout-account')
    expect(await missing(coach)).toEqual(['hours', 'share'])
    await coach.post('/api/coach/first-steps/share')
    expect(await missing(coach)).toEqual(['hours'])
    await pool.query(
      `insert into instructor_availability (instructor_id, day_of_week, start_time, end_time) values ($1, 1, '09:00', '12:00')`,
      [coach.userId],
    )
    expect(await stepsOf(coach)).toBe(null)
  })

  test('can be hidden and shown again; required steps then appear as tasks', async () => {
    const coach = await signedInCoach(product, 'Nora Field')
    const other = await signedInCoach(product, 'Dale Whitaker')
    const put = (isDismissed: boolean) => coach.put('/api/coach/first-steps', { isDismissed })
    await put(true)
    expect(await stepsOf(coach)).toBe(null)
    expect(await tasksOf(coach)).toEqual([
      { kind: 'bank_account', isStarted: false, heldCents: 0, isRestricted: false },
    ])
    expect(await stepsOf(other)).toHaveLength(7)
    await put(false)
    expect(await missing(coach)).toEqual(['portrait', 'bank_account', 'share'])
  })
})
