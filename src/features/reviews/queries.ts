import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { receivedReviewsSchema } from './schema.ts'

const PAGE = 20

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

/** The reviews a coach may read, newest first, and how many still wait. */
export async function listReceivedReviews(
  db: Queryable,
  coachId: string,
  page: number,
): Promise<z.infer<typeof receivedReviewsSchema>> {
  const [reviews, hidden] = await Promise.all([
    db.execute<{
      id: string
      booking_id: string
      rating: number
      comment: string | null
      reply: string | null
      created: string
      student_name: string
      lesson_title: string
    }>(sql`
      select r.id, r.booking_id, r.rating, r.comment, r.reply, extract(epoch from r.created_at) * 1000 as created,
        s.full_name as student_name, b.lesson_title
      from lesson_reviews r join profiles s on s.id = r.student_id join bookings b on b.id = r.booking_id
      where r.instructor_id = ${coachId} and r.published_at is not null
      order by r.created_at desc, r.id limit ${PAGE} offset ${(page - 1) * PAGE}`),
    db.execute<{ n: number }>(sql`
      select count(*)::int as n from lesson_reviews where instructor_id = ${coachId} and published_at is null`),
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
    })),
    hidden: hidden.rows[0]?.n ?? 0,
  }
}
