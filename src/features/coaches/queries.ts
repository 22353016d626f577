import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { profiles } from '#features/accounts/tables.ts'
import { cachedFor } from '#platform/cached-for.ts'
import { type Database, executePrepared, prepareOnce, type Queryable } from '#platform/db.ts'
import { coachDefaults, coachLabel, type ReviewOrder } from './coach.ts'
import type { CoachProfile, RatingCounts, reviewSchema } from './schema.ts'
import { instructorProfiles } from './tables.ts'

const c = instructorProfiles

/** Places and records come as one value each: a coach is one statement. It is large: planning it took four times as long as running it. */
const coachProfileStatement = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(c),
      name: sql<string | null>`coalesce(${c.displayName}, ${profiles.fullName})`,
      locations: sql<CoachProfile['locations']>`
        (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.location_name, 'address', l.address, 'city', l.city,
          'state', l.state, 'isPrimary', l.is_primary, 'zone', l.time_zone, 'lat', l.lat, 'lng', l.lng) order by l.is_primary desc, l.location_name), '[]')
          from instructor_teaching_locations l where l.instructor_id = ${c.userId})`,
      pictures: sql<CoachProfile['pictures']>`
        (select coalesce(json_agg(json_build_object('url', g.url, 'alt', coalesce(p.alt, ''), 'caption', coalesce(p.caption, ''))
          order by g.nth), '[]')
          from unnest(${c.galleryImages}) with ordinality as g (url, nth)
          left join coach_pictures p on p.instructor_id = ${c.userId} and p.url = g.url)`,
      portraitAlt: sql<string | null>`
        (select p.alt from coach_pictures p where p.instructor_id = ${c.userId} and p.url = ${c.profileImageUrl})`,
      verified: sql<CoachProfile['verifiedCredentials']>`
        (select coalesce(json_agg(json_build_object('credential', v.credential,
          'checkedOn', to_char(v.verified_at at time zone 'UTC', 'YYYY-MM-DD')) order by v.verified_at), '[]')
          from credential_verifications v where v.instructor_id = ${c.userId} and v.withdrawn_at is null
            and v.kind = 'certificate' and v.credential = any (${c.credentials}) and (v.expires_on is null or v.expires_on >= current_instant()::date))`,
      backgroundCheckedOn: sql<string | null>`
        (select to_char(v.verified_at at time zone 'UTC', 'YYYY-MM-DD') from credential_verifications v
          where v.instructor_id = ${c.userId} and v.withdrawn_at is null and v.kind = 'background'
            and (v.expires_on is null or v.expires_on >= current_instant()::date))`,
    })
    .from(c)
    .innerJoin(profiles, eq(profiles.id, c.userId))
    .where(
      and(
        eq(c.userId, sql.placeholder('instructorId')),
        or(
          sql`${sql.placeholder('seesHidden')}::boolean`,
          c.isListed,
          eq(c.userId, sql.placeholder('viewerId')),
        ),
      ),
    )
    .prepare('coach-profile')

/** A coach's public profile; hidden coaches are there only for themselves and for admins. */
export async function findCoachProfile(
  db: Queryable,
  instructorId: string,
  viewer: { userId: string | null; seesHidden: boolean },
): Promise<Omit<CoachProfile, 'replyMinutes'> | null> {
  const { userId, seesHidden } = viewer
  const [row] = await prepareOnce(db, coachProfileStatement).execute({
    instructorId,
    seesHidden,
    viewerId: userId,
  })
  if (!row) return null
  const primary = row.locations[0]
  return {
    id: instructorId,
    name: row.name ?? coachDefaults.name,
    label: coachLabel(row.name),
    bio: row.bio ?? coachDefaults.bio,
    imageUrl: row.profileImageUrl,
    portraitAlt: row.portraitAlt ?? '',
    pictures: row.pictures,
    location: row.location ?? (primary ? `${primary.city}, ${primary.state}` : coachDefaults.location),
    hourlyRateCents: row.hourlyRate,
    durations: row.lessonDurations,
    groupLessons:
      row.groupRate !== null && row.groupSize !== null
        ? { hourlyRateCents: row.groupRate, size: row.groupSize }
        : null,
    playingRateCents: row.playingRate,
    specialties: row.specialties,
    credentials: row.credentials,
    verifiedCredentials: row.verified,
    backgroundCheckedOn: row.backgroundCheckedOn,
    launchMonitor: row.launchMonitor,
    yearsCoaching: row.yearsCoaching,
    rating: row.rating,
    reviewCount: row.reviewCount,
    instantBookEnabled: row.instantBookOpen,
    noticeHours: row.minBookingNoticeHours,
    cancellationPolicy: row.cancellationPolicy,
    zone: primary?.zone ?? row.timeZone,
    locations: row.locations,
    importedReviews: row.customReviews.map((review) => ({
      author: review.author,
      rating: review.rating,
      text: review.text ?? null,
      source: review.source ?? null,
    })),
  }
}

const orders: Record<ReviewOrder, SQL> = {
  newest: sql`r.created_at desc, r.id`,
  highest: sql`r.rating desc, r.created_at desc, r.id`,
  lowest: sql`r.rating, r.created_at desc, r.id`,
}

/** Reviews from booked lessons of a visible coach. Students are shown by first name and initial. */
export async function listCoachReviews(
  db: Queryable,
  instructorId: string,
  page: { limit: number; offset: number; order: ReviewOrder },
): Promise<z.infer<typeof reviewSchema>[]> {
  // Raw: the table of reviews belongs to a feature above this one.
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
    createdAt: new Date(Math.round(Number(row.created))).toISOString(),
  }))
}

/** How many reviews of lessons paid here gave a visible coach so many stars, five first; all five are there. */
export async function countRatings(db: Queryable, instructorId: string): Promise<RatingCounts> {
  // Raw: every number of stars has a row, from a series.
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

function firstNameAndInitial(name: string): string {
  const [first = 'A student', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial}.` : first
}

/** From fewer conversations than this nothing can be said. */
const FEWEST = 3
const DAYS = 90
/** The newest conversations are enough, and bound what a coach of many costs. */
const MOST = 200
const TEN_MINUTES = 600_000

/**
 * How long a coach takes to answer: the median, in minutes, from a student's first words to the coach's own first answer, over
 * conversations of the last 90 days. The assistant's answers are nobody's.
 * @returns null from fewer than three answered conversations
 */
export const findReplyMinutes = cachedFor(
  { forMs: TEN_MINUTES, atMost: 5_000 },
  async (db: Database, instructorId: string) => {
    // Raw: a median over lateral joins.
    const found = await db.execute<{ minutes: number | null; answered: number }>(sql`
      select percentile_cont(0.5) within group (order by extract(epoch from answer.created_at - question.created_at) / 60)
          as minutes, count(*)::int as answered
      from (select id, student_id from conversations where instructor_id = ${instructorId}
        and last_message_at > current_instant() - make_interval(days => ${DAYS})
        order by last_message_at desc limit ${MOST}) c
      join lateral (select position, created_at from messages where conversation_id = c.id and sender_id = c.student_id
        order by position limit 1) question on question.created_at > current_instant() - make_interval(days => ${DAYS})
      join lateral (select created_at from messages where conversation_id = c.id and position > question.position
        and sender_id = ${instructorId} and message_type <> 'ai_response' order by position limit 1) answer on true`)
    const [row] = found.rows
    return row && row.answered >= FEWEST && row.minutes !== null ? Math.round(Number(row.minutes)) : null
  },
)

/** Whether a coach is not shown for now: hidden or suspended, which it does not tell. False once the account is closed. */
export async function isAway(db: Queryable, coachId: string): Promise<boolean> {
  const found = await db
    .select({ id: profiles.id })
    .from(instructorProfiles)
    .innerJoin(profiles, eq(profiles.id, instructorProfiles.userId))
    .where(
      and(
        eq(instructorProfiles.userId, coachId),
        eq(instructorProfiles.isListed, false),
        isNull(profiles.closedAt),
      ),
    )
  return found.length > 0
}

/** False while a coach is suspended, and once the account is closed. */
export async function mayTeach(db: Queryable, coachId: string): Promise<boolean> {
  const [coach] = await db
    .select({ mayTeach: instructorProfiles.mayTeach })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach?.mayTeach ?? false
}
