import { beforeEach, expect, test } from 'vitest'
import { findReviewPatterns } from '#features/reviews/patterns.ts'
import { HOUR } from '#platform/duration.ts'
import { bookPaid, enteredLesson, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acquaint } from '../support/proposals.ts'

/** A rating counts when its lesson was paid here, and reviews that may all be by one person are seen by admins. */

const product = testProduct({ TRUSTED_PROXY_HOPS: '1' })
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
})

/** A lesson that was taught and reviewed with five stars, and a note of the coach that opens the review. */
async function reviewed({
  hour,
  from = '192.0.2.1',
  agent = 'A browser',
  elsewhere,
}: {
  hour: number
  from?: string
  agent?: string
  elsewhere?: { priceCents: number }
}) {
  const student = await product.student()
  const start = charlotteTime(5, hour)
  product.clock.moveTo(testNow)
  const id = elsewhere
    ? await enter(student, { start, ...elsewhere })
    : await bookPaid(product, student, { instructorId: maya.userId, start })
  product.clock.moveTo(Date.parse(start) + HOUR)
  await maya.post(`/api/bookings/${id}/completion`)
  const where = { 'x-forwarded-for': from, 'user-agent': agent }
  const written = await student.post(`/api/bookings/${id}/review`, { rating: 5, comment: 'Great' }, where)
  expect(written.status, written.text).toBe(201)
  await maya.post(`/api/bookings/${id}/note`, { note: 'Keep the tempo.' })
}

async function enter(
  student: Awaited<ReturnType<typeof product.student>>,
  terms: { start: string; priceCents: number },
) {
  await acquaint(product, maya, student)
  const entered = await maya.post(
    '/api/coach/lessons',
    enteredLesson({ student: { is: 'known', studentId: student.userId }, ...terms }),
  )
  expect(entered.status, entered.text).toBe(201)
  return String(entered.json.bookingId)
}

const shown = async () => {
  const visitor = product.visitor()
  const { rating, reviewCount } = (await visitor.get(`/api/coaches/${maya.userId}`)).json
  const reviews = (await visitor.get(`/api/coaches/${maya.userId}/reviews`)).json
  return { rating, reviewCount, counted: reviews.map((one: { isCounted: boolean }) => one.isCounted) }
}

test('reviews of free lessons or lessons paid elsewhere are labeled and don’t affect the rating; one of a lesson paid here does', async () => {
  await reviewed({ hour: 9, elsewhere: { priceCents: 0 } })
  await reviewed({ hour: 11, elsewhere: { priceCents: 9_000 } })
  expect(await shown()).toEqual({ rating: 0, reviewCount: 0, counted: [false, false] })
  const own = (await maya.get('/api/coach/reviews')).json
  expect(own.reviews.map((one: { isCounted: boolean }) => one.isCounted)).toEqual([false, false])
  expect(own.counts.every((one: { count: number }) => one.count === 0)).toBe(true)
  expect(own.total, 'the pages of the list have them all').toBe(2)
  await reviewed({ hour: 13 })
  const { counted, ...rated } = await shown()
  expect(rated).toEqual({ rating: 5, reviewCount: 1 })
  expect(counted.filter(Boolean)).toHaveLength(1)
})

test('two reviewers with one browser, or three on one network, are flagged to admins; two in one household are not', async () => {
  const admin = await product.admin()
  const patterns = async () => {
    await findReviewPatterns(product.services.db)
    return (await admin.get('/api/admin/lists/review-patterns')).json.rows
      .filter((row: { cells: { coachId: string } }) => row.cells.coachId === maya.userId)
      .map(({ cells }: { cells: { shared: string; reviewers: number } }) => [cells.shared, cells.reviewers])
  }
  const waiting = async () => {
    await findReviewPatterns(product.services.db)
    const found = (await admin.get('/api/admin/attention')).json
    return found.find((one: { id: string }) => one.id === 'review-patterns')?.count ?? 0
  }
  const before = await waiting()
  await reviewed({ hour: 9, from: '198.51.100.7', agent: 'One' })
  await reviewed({ hour: 11, from: '198.51.100.7', agent: 'Two' })
  expect([await patterns(), await waiting()]).toEqual([[], before])
  await reviewed({ hour: 13, from: '198.51.100.7', agent: 'Two' })
  expect((await patterns()).sort()).toEqual([
    ['browser', 2],
    ['network', 3],
  ])
  expect(await waiting()).toBe(before + 2)
})
