import { beforeAll, describe, expect, test } from 'vitest'
import { addCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'

const product = testProduct()
let coach: string

/** Stars of booked reviews, the oldest first: more than a page. */
const stars = [5, 1, 4, 5, 5, 3, 4, 5, 5, 4, 2, 5]

beforeAll(async () => {
  coach = (await addCoach(product.database.pool)).id
  for (const [day, rating] of stars.entries()) await addReview(coach, day + 1, rating)
})

async function addReview(coachId: string, day: number, rating: number) {
  const { pool } = product.database
  const start = `2026-10-${String(day).padStart(2, '0')}T15:00:00Z`
  // Written by hand: an account made through the front door costs a password hash each.
  const student = await pool.query(
    `insert into profiles (id, full_name, email, user_type)
     values (gen_random_uuid(), $1, gen_random_uuid() || '@students.test', 'student') returning id`,
    [`Student${day} Rivera`],
  )
  const studentId: string = student.rows[0].id
  const lesson = await pool.query(
    `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, status, payment_status, location_name)
       values ($1, $2, $3::timestamptz, $3::timestamptz, 60, 'America/New_York', 85, 'A lesson', 'completed', 'completed', 'Longleaf')
     returning id`,
    [coachId, studentId, start],
  )
  await pool.query(
    `insert into lesson_reviews (booking_id, instructor_id, student_id, rating, created_at, published_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [lesson.rows[0].id, coachId, studentId, rating, start],
  )
}

const get = async (path: string) => (await product.visitor().get(`/api/coaches/${coach}${path}`)).json
const given = (reviews: { rating: number; author: string }[]) => reviews.map(({ rating }) => rating)

describe('reviews of lessons booked here', () => {
  test('are paginated by ten, newest first', async () => {
    expect(given(await get('/reviews'))).toEqual(stars.toReversed().slice(0, 10))
    expect(given(await get('/reviews?page=2'))).toEqual(stars.toReversed().slice(10))
    expect(await get('/reviews?page=3')).toEqual([])
  })

  test('can be sorted by highest or lowest; ties are newest first', async () => {
    const highest = [
      ...(await get('/reviews?order=highest')),
      ...(await get('/reviews?order=highest&page=2')),
    ]
    expect(given(highest)).toEqual(stars.toSorted((a, b) => b - a))
    expect(highest[0].author).toBe('Student12 R.')
    const lowest = await get('/reviews?order=lowest')
    expect(given(lowest)).toEqual(stars.toSorted((a, b) => a - b).slice(0, 10))
  })

  test('with an unknown sort order are refused', async () => {
    const answer = await product.visitor().get(`/api/coaches/${coach}/reviews?order=kindest`)
    expect(answer.status).toBe(400)
  })
})

describe('the rating distribution', () => {
  test('counts only booked reviews, five stars first', async () => {
    await product.database.pool.query(
      `update instructor_profiles set custom_reviews = $2 where user_id = $1`,
      [coach, JSON.stringify([{ author: 'Elsewhere', rating: 1, text: 'Brought along' }])],
    )
    expect(await get('/ratings')).toEqual([
      { stars: 5, count: 6 },
      { stars: 4, count: 3 },
      { stars: 3, count: 1 },
      { stars: 2, count: 1 },
      { stars: 1, count: 1 },
    ])
  })

  test('has zeros for a coach without reviews, and is hidden for a hidden one', async () => {
    const zeros = [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0 }))
    const { id } = await addCoach(product.database.pool)
    expect((await product.visitor().get(`/api/coaches/${id}/ratings`)).json).toEqual(zeros)
    const hidden = (await addCoach(product.database.pool, { isVisible: false })).id
    await addReview(hidden, 20, 5)
    expect((await product.visitor().get(`/api/coaches/${hidden}/ratings`)).json).toEqual(zeros)
  })
})
