import { type SQL, sql } from 'drizzle-orm'
import type { ReviewOrder } from '#features/coaches/coach.ts'
import type { CoachQuestions } from '#features/coaches/questions.ts'
import type { CoachReview, RatingCounts } from '#features/coaches/schema.ts'
import { executePrepared, type Queryable } from '#platform/db.ts'
import { isoOfMs } from '#platform/time.ts'

const orders: Record<ReviewOrder, SQL> = {
  newest: sql`r.created_at desc, r.id`,
  highest: sql`r.rating desc, r.created_at desc, r.id`,
  lowest: sql`r.rating, r.created_at desc, r.id`,
}

/** Lists reviews of booked lessons of a visible coach. Students are shown by first name and initial. */
export async function listCoachReviews(
  db: Queryable,
  instructorId: string,
  page: Omit<CoachQuestions['reviews_of_coach']['about'], 'coachId'>,
): Promise<CoachReview[]> {
  // Raw: a prepared statement per connection.
  const found = await executePrepared<{
    id: string
    full_name: string
    rating: number
    comment: string | null
    reply: string | null
    created: string
    paid_here: boolean
  }>(
    db,
    `coach-reviews-${page.order}`,
    sql`
    select r.id, p.full_name, r.rating, r.comment, r.reply, r.paid_here, extract(epoch from r.created_at) * 1000 as created
    from lesson_reviews r join profiles p on p.id = r.student_id
    join instructor_profiles c on c.user_id = r.instructor_id and c.is_listed
    where r.instructor_id = ${instructorId} and r.published_at is not null
    order by ${orders[page.order]} limit ${page.limit} offset ${page.offset}`,
  )
  return found.rows.map((row) => ({
    id: row.id,
    author: firstNameAndInitial(row.full_name),
    rating: row.rating,
    comment: row.comment,
    reply: row.reply,
    isCounted: row.paid_here,
    createdAt: isoOfMs(row.created),
  }))
}

/**
 * Counts reviews of paid lessons of a visible coach by rating, five stars first; includes ratings with a
 * count of zero.
 */
export async function countRatings(db: Queryable, instructorId: string): Promise<RatingCounts> {
  // Raw: a series gives every rating a row.
  const found = await executePrepared<{ stars: number; count: number }>(
    db,
    'coach-ratings',
    sql`
    select s.stars, count(r.id)::int as count
    from generate_series(1, 5) as s (stars)
    left join (lesson_reviews r join instructor_profiles c on c.user_id = r.instructor_id and c.is_listed)
      on r.instructor_id = ${instructorId} and r.rating = s.stars and r.published_at is not null and r.paid_here
    group by s.stars order by s.stars desc`,
  )
  return found.rows
}

/** `Sam R.`, as students are named in public. */
export function firstNameAndInitial(name: string): string {
  const [first = 'A student', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial}.` : first
}
