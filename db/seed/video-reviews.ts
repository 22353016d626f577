import type pg from 'pg'
import { paidLines } from '#features/ledger/ledger.ts'
import { answerDueAt } from '#features/video-reviews/video-review.ts'
import { HOUR } from '#platform/duration.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { insertPaidSale } from './sales.ts'
import { scenario } from './scenarios.ts'

const PRICE = 4_500
const PROMISED_HOURS = 48

/** Sam's review, which Maya has not answered yet. */
export const samsReview = uuidV8('demo video review driver')

/** Video reviews that coaches sell: the demo's coach, and about a third of the others. @param now milliseconds since 1970, UTC */
export async function insertVideoReviewOffers(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `insert into video_review_offers (instructor_id, price_cents, promised_hours, is_sold, created_at, updated_at)
     select user_id, case when user_id = $1 then $3 else round(hourly_rate / 2 / 5) * 500 end,
       case when user_id = $1 then $4 else 72 end, true, $2, $2
     from instructor_profiles
     where user_id = $1 or (not takes_demo_bookings and hourly_rate between 20 and 400
       and substr(md5(user_id::text), 2, 1) in ('1', '4', '7', 'a', 'd'))`,
    [scenario.maya.id, new Date(now), PRICE, PROMISED_HOURS],
  )
}

/**
 * A review that Sam bought from Maya and sent 26 hours ago with the clip of the driver. Call after the clips.
 * @param now milliseconds since 1970, UTC
 */
export async function insertVideoReview(client: pg.ClientBase, now: number): Promise<void> {
  const [paidAt, askedAt] = [now - 27 * HOUR, now - 26 * HOUR]
  const paymentId = uuidV8('demo payment of a video review')
  await insertPaidSale(client, {
    paymentId,
    kind: 'video_review',
    instructorId: scenario.maya.id,
    studentId: scenario.sam.id,
    cents: PRICE,
    at: paidAt,
    lines: paidLines(PRICE),
  })
  await client.query(
    `insert into video_reviews (id, payment_id, instructor_id, student_id, status, price_cents, promised_hours, question,
       checkout_expires_at, paid_at, asked_at, due_at, created_at)
     values ($1, $2, $3, $4, 'asked', $5, $6, $7, $8, $8, $9, $10, $8)`,
    [
      samsReview,
      paymentId,
      scenario.maya.id,
      scenario.sam.id,
      PRICE,
      PROMISED_HOURS,
      'My driver starts left and curves right. Is it my hips, or does the face stay open?',
      new Date(paidAt),
      new Date(askedAt),
      new Date(answerDueAt(askedAt, PROMISED_HOURS)),
    ],
  )
  await client.query('update clips set review_id = $1 where id = $2', [
    samsReview,
    uuidV8('demo clip driver'),
  ])
}
