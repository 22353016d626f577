import { sql } from 'drizzle-orm'
import { opensAt, REVIEW_WITHIN_DAYS } from '#features/bookings/feedback.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { RECEIVED_PER_PAGE, type ReceivedReviews } from './schema.ts'

const PAGE = RECEIVED_PER_PAGE
const WAITING_SHOWN = 50

/** A lesson with what was written about it. Instants in milliseconds since 1970, UTC. */
export interface ReviewedLesson {
  studentId: string
  instructorId: string
  status: string
  noShow: boolean
  lessonEnd: number
  note: string | null
  review: {
    id: string
    rating: number
    comment: string | null
    reply: string | null
    isPublished: boolean
    createdAt: string
  } | null
}

interface Row extends Record<string, unknown> {
  student_id: string
  instructor_id: string
  status: string
  no_show: boolean
  finish: string
  note: string | null
  id: string | null
  rating: number | null
  comment: string | null
  reply: string | null
  is_published: boolean
  created: string | null
}

/** @param options.lock keeps both sides from writing at the same instant, for the length of the transaction */
export async function findReviewedLesson(
  db: Queryable,
  bookingId: string,
  options: { lock: boolean } = { lock: false },
): Promise<ReviewedLesson | null> {
  if (options.lock) await db.execute(sql`select 1 from bookings where id = ${bookingId} for update`)
  const found = await db.execute<Row>(sql`
    select b.student_id, b.instructor_id, b.status, b.no_show, extract(epoch from b.lesson_end) * 1000 as finish, n.note,
      r.id, r.rating, r.comment, r.reply, r.published_at is not null as is_published,
      extract(epoch from r.created_at) * 1000 as created
    from bookings b left join lesson_reviews r on r.booking_id = b.id left join lesson_notes n on n.booking_id = b.id
    where b.id = ${bookingId}`)
  const row = found.rows[0]
  if (!row) return null
  return {
    studentId: row.student_id,
    instructorId: row.instructor_id,
    status: row.status,
    noShow: row.no_show,
    lessonEnd: Math.round(Number(row.finish)),
    note: row.note,
    review:
      row.id === null
        ? null
        : {
            id: row.id,
            rating: row.rating ?? 0,
            comment: row.comment,
            reply: row.reply,
            isPublished: row.is_published,
            createdAt: toIso(Math.round(Number(row.created))),
          },
  }
}

/**
 * The reviews a coach may read, newest first, how many stars they gave, and what still waits to be written or read.
 * @param now milliseconds since 1970, UTC
 */
export async function listReceivedReviews(
  db: Queryable,
  coachId: string,
  page: number,
  now: number,
): Promise<ReceivedReviews> {
  const since = new Date(now - REVIEW_WITHIN_DAYS * 86_400_000)
  const [reviews, hidden, counts, waiting] = await Promise.all([
    db.execute<{
      id: string
      booking_id: string
      rating: number
      comment: string | null
      reply: string | null
      created: string
      student_name: string
      lesson_title: string
      start: string
      time_zone: string
    }>(sql`
      select r.id, r.booking_id, r.rating, r.comment, r.reply, extract(epoch from r.created_at) * 1000 as created,
        s.full_name as student_name, b.lesson_title, extract(epoch from b.lesson_date) * 1000 as start, b.time_zone
      from lesson_reviews r join profiles s on s.id = r.student_id join bookings b on b.id = r.booking_id
      where r.instructor_id = ${coachId} and r.published_at is not null
      order by r.created_at desc, r.id limit ${PAGE} offset ${(page - 1) * PAGE}`),
    db.execute<{ n: number }>(sql`
      select count(*)::int as n from lesson_reviews where instructor_id = ${coachId} and published_at is null`),
    db.execute<{ stars: number; n: number }>(sql`
      select s.stars, count(r.id)::int as n from generate_series(1, 5) as s (stars)
      left join lesson_reviews r on r.instructor_id = ${coachId} and r.rating = s.stars and r.published_at is not null
      group by s.stars order by s.stars desc`),
    db.execute<{
      id: string
      student_name: string
      lesson_title: string
      start: string
      finish: string
      time_zone: string
      is_reviewed: boolean
    }>(sql`
      select b.id, s.full_name as student_name, b.lesson_title, extract(epoch from b.lesson_date) * 1000 as start,
        extract(epoch from b.lesson_end) * 1000 as finish, b.time_zone, r.id is not null as is_reviewed
      from bookings b join profiles s on s.id = b.student_id left join lesson_reviews r on r.booking_id = b.id
      where b.instructor_id = ${coachId} and b.status = 'completed' and not b.no_show and b.lesson_end >= ${since}
        and not exists (select from lesson_notes n where n.booking_id = b.id)
        and (r.id is null or r.published_at is null)
      order by r.id is null, b.lesson_date desc, b.id limit ${WAITING_SHOWN}`),
  ])
  return {
    reviews: reviews.rows.map((row) => ({
      id: row.id,
      bookingId: row.booking_id,
      rating: row.rating,
      comment: row.comment,
      reply: row.reply,
      isPublished: true,
      createdAt: toIso(Math.round(Number(row.created))),
      studentName: row.student_name,
      lessonTitle: row.lesson_title,
      lessonStart: toIso(Math.round(Number(row.start))),
      zone: row.time_zone,
    })),
    hidden: hidden.rows[0]?.n ?? 0,
    counts: counts.rows.map(({ stars, n }) => ({ stars, count: n })),
    waiting: waiting.rows.map((row) => ({
      bookingId: row.id,
      studentName: row.student_name,
      lessonTitle: row.lesson_title,
      lessonStart: toIso(Math.round(Number(row.start))),
      zone: row.time_zone,
      isReviewed: row.is_reviewed,
      opensAt: toIso(opensAt(Math.round(Number(row.finish)))),
    })),
  }
}

/** Whether others can read the review of a lesson. */
export async function isReviewShown(db: Queryable, bookingId: string): Promise<boolean> {
  const found = await db.execute(
    sql`select 1 from lesson_reviews where booking_id = ${bookingId} and published_at is not null`,
  )
  return found.rows.length > 0
}
