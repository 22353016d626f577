import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { QuizVariant } from '#features/match-quiz/quiz.ts'
import { DAY } from '#platform/duration.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/** Golfers with known lessons after the quiz: who counts as booked, with whom, and as booked again. */
const product = testProduct()
type Person = Visitor & { userId: string; email: string }
let admin: Visitor
let maya: Person
let bo: Person
let hour = 9

beforeAll(async () => {
  const ada = await product.admin('Ada Admin')
  admin = ada
  maya = (await signedInCoach(product)) as Person
  bo = (await signedInCoach(product, 'Bo Hollis')) as Person
})

interface Round {
  variant?: QuizVariant
  /** The account that took the quiz; none when omitted. */
  userId?: string
  email?: string
  isTest?: boolean
  isUnfinished?: boolean
  /** Days before the current time of the tests. */
  daysAgo: number
}

async function round({ variant = 'control', userId, email, isTest, isUnfinished, daysAgo }: Round) {
  const began = new Date(testNow - daysAgo * DAY)
  await product.query(
    `insert into quiz_responses (session_id, is_test, variant, current_step, completed_at, contact_email, user_id, match_found,
       recommended_instructor_id, created_at, updated_at)
     values ($1, $2, $3, 'budget', case when $4 then $8::timestamptz end, $5, $6, case when $4 then true end,
       case when $4 then $7::uuid end, $8, $8)`,
    [
      randomUUID(),
      isTest ?? false,
      variant,
      !isUnfinished,
      email ?? null,
      userId ?? null,
      maya.userId,
      began,
    ],
  )
}

/** A lesson next week that was booked some days ago, a moment earlier or later. */
async function lesson(student: Person, coach: Person, daysAgo: number, moment = 0) {
  hour += 1
  const start = charlotteTime(3 + Math.floor(hour / 7), 9 + (hour % 7))
  const bookingId = await bookPaid(product, student, { instructorId: coach.userId, start })
  await product.query('update bookings set created_at = $2 where id = $1', [
    bookingId,
    new Date(testNow - daysAgo * DAY + moment),
  ])
  return bookingId
}
const golfer = async () => (await product.student()) as Person

const none = { followed: 0, booked: 0, bookedMatch: 0, bookedAgain: 0 }
type Outcome = typeof none & { variant: QuizVariant }
async function outcomes(): Promise<Record<QuizVariant, typeof none>> {
  const { json } = await admin.get('/api/admin/quiz/funnel')
  return Object.fromEntries(
    (json.funnels as Outcome[]).map(({ variant, followed, booked, bookedMatch, bookedAgain }) => [
      variant,
      { followed, booked, bookedMatch, bookedAgain },
    ]),
  ) as Record<QuizVariant, typeof none>
}

test('bookings within fourteen days, with the matched coach, and repeat bookings are counted by variant, never early or twice', async () => {
  expect(await outcomes()).toEqual({ control: none, test: none, testc: none })

  // Matched by account, with the recommended coach; matched by address ignoring case, with another coach, and
  // then again.
  const [ann, lou] = [await golfer(), await golfer()]
  await round({ userId: ann.userId, daysAgo: 30 })
  await lesson(ann, maya, 27)
  await round({ email: lou.email.toUpperCase(), daysAgo: 40 })
  await lesson(lou, bo, 40 - 14, -1_000)
  await lesson(lou, maya, 5)
  expect((await outcomes()).control).toEqual({ followed: 2, booked: 2, bookedMatch: 1, bookedAgain: 1 })

  // A person matched by account and by address counts once.
  await round({ variant: 'test', userId: ann.userId, email: ann.email, daysAgo: 30 })
  expect((await outcomes()).test).toEqual({ followed: 1, booked: 1, bookedMatch: 1, bookedAgain: 0 })

  // On the fifteenth day, before the quiz, and held without a payment: none counts as a lesson after it.
  const [late, early, held] = [await golfer(), await golfer(), await golfer()]
  await round({ variant: 'testc', userId: late.userId, daysAgo: 30 })
  await lesson(late, maya, 30 - 14)
  await round({ variant: 'testc', userId: early.userId, daysAgo: 30 })
  await lesson(early, maya, 30, -1_000)
  await round({ variant: 'testc', userId: held.userId, daysAgo: 30 })
  await held.post('/api/bookings', {
    instructorId: maya.userId,
    start: charlotteTime(9, 12),
    durationMinutes: 60,
  })
  await product.query(`update bookings set created_at = $2 where student_id = $1 and status = 'pending'`, [
    held.userId,
    new Date(testNow - 29 * DAY),
  ])
  await round({ variant: 'testc', daysAgo: 30 })
  expect((await outcomes()).testc).toEqual({ ...none, followed: 4 })

  // A paid lesson that was refunded later counts as booked.
  const back = await golfer()
  await round({ variant: 'testc', userId: back.userId, daysAgo: 30 })
  const given = await lesson(back, maya, 29)
  await back.post(`/api/bookings/${given}/cancellation`, { reason: 'weather' })
  expect((await outcomes()).testc).toEqual({ followed: 5, booked: 1, bookedMatch: 1, bookedAgain: 0 })

  // A lesson that a coach entered was not booked.
  const phoned = await golfer()
  await round({ variant: 'testc', userId: phoned.userId, daysAgo: 30 })
  await product.query('update bookings set entered_by_coach = true where id = $1', [
    await lesson(phoned, bo, 28),
  ])
  expect((await outcomes()).testc).toEqual({ followed: 6, booked: 1, bookedMatch: 1, bookedAgain: 0 })

  // Thirteen days ago, unfinished, and a test: not counted yet, or never.
  const before = await outcomes()
  const [fresh, left, ours] = [await golfer(), await golfer(), await golfer()]
  await round({ userId: fresh.userId, daysAgo: 13 })
  await lesson(fresh, maya, 12)
  await round({ userId: left.userId, daysAgo: 30, isUnfinished: true })
  await lesson(left, maya, 29)
  await round({ userId: ours.userId, daysAgo: 30, isTest: true })
  await lesson(ours, maya, 29)
  expect(await outcomes()).toEqual(before)
})
