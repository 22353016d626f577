import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { chordFrom, squaredChord, unitVector } from '#features/search/distance.ts'
import type { CoachCard } from '#features/search/schema.ts'
import { listNearestCoaches } from '#features/search/six-nearest.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { EARTH_RADIUS_MILES } from '#platform/miles.ts'
import { nearbyRadii, othersShown, pickNearby, QUIZ_FOLLOW_UP, type WhyNot } from './follow-up.ts'

/** A golfer's newest quiz response, with the fields the email needs. */
export interface QuizTaker extends Record<string, unknown> {
  id: string
  email: string
  name: string | null
  city: string | null
  state: string | null
  typedPlace: string | null
  /** A ZIP code of the place the golfer entered; null for an unknown place. */
  zip: string | null
  /** The quiz recommended a coach. */
  isMatched: boolean
  recommendedId: string | null
  /** The current name of the recommended coach; null when the coach is no longer listed. */
  recommendedName: string | null
  createdAt: number
  userId: string | null
  whyNot: WhyNot
}

/** Raw, here and below: the recipients are a condition over six tables, shared with the email log. */
export const person = sql`(select p.id from profiles p where p.closed_at is null and (p.id = q.user_id or lower(p.email) = lower(q.contact_email))
  order by p.id = q.user_id desc nulls last limit 1)`

const wasWrittenTo = sql`exists (select from quiz_responses o where lower(o.contact_email) = lower(q.contact_email) and o.reengagement_email_sent)`
const hasBooked = sql`exists (select from bookings b join profiles p on p.id = b.student_id
  where (p.id = q.user_id or lower(p.email) = lower(q.contact_email)) and b.created_at >= q.created_at
    and b.status in ('pending', 'confirmed', 'completed'))`
const saidNo = sql`(exists (select from address_subscriptions a where a.email = lower(q.contact_email)
    and a.kind = ${QUIZ_FOLLOW_UP} and a.stopped_at is not null)
  or exists (select from notification_preferences n join profiles p on p.id = n.user_id
    where (p.id = q.user_id or lower(p.email) = lower(q.contact_email)) and n.kind = ${QUIZ_FOLLOW_UP}
      and n.channel = 'email' and not n.enabled))`

const isSuppressed = sql`exists (select from suppressed_addresses s where s.lifted_at is null
  and s.email = lower(coalesce((select p.email from profiles p where p.id = ${person}), q.contact_email)))`

const typedZip = sql`substring(q.location_raw from '\\m\\d{5}\\M')`
const zip = sql`case when ${typedZip} is not null
  then (select z.zip from zip_codes z where z.lat is not null and z.zip = ${typedZip})
  else (select z.zip from zip_codes z where z.lat is not null and lower(z.city) = lower(q.location_city)
    and (q.location_state is null or z.state = q.location_state) order by z.zip limit 1) end`

const farthest = nearbyRadii[2]
const reach = sql.raw(`${(farthest / EARTH_RADIUS_MILES) * (180 / Math.PI)}::float8`)
/** The email can name a coach: the recommended one, or one nearby as {@link findNearby} finds them. */
const namesACoach = sql`(exists (select from instructor_profiles c where c.user_id = q.recommended_instructor_id and c.is_listed)
  or exists (select from zip_codes z
    cross join lateral (select ${sql.raw(unitVector('z.lat', 'z.lng'))}) o
    join instructor_teaching_locations l on l.lat between z.lat - ${reach} and z.lat + ${reach}
    join instructor_profiles c on c.user_id = l.instructor_id
    where z.zip = ${zip} and c.is_listed and ${sql.raw(chordFrom('o'))} <= ${sql.raw(`${squaredChord(farthest)}::float8`)}))`

/**
 * Condition: the newest response of a person who has not had the email yet, with a coach to name; at most one
 * email per person.
 */
export const plannedFor = sql`q.match_found and not q.reengagement_email_sent and not q.is_test
  and q.recommended_instructor_id is not null and q.contact_email is not null
  and not exists (select from quiz_responses o where lower(o.contact_email) = lower(q.contact_email)
    and (o.created_at, o.id) > (q.created_at, q.id) and not o.is_test)
  and not ${wasWrittenTo} and not ${hasBooked} and not ${saidNo} and not ${isSuppressed} and ${namesACoach}`

const columns = sql`q.id, q.contact_email as email, q.contact_name as name, q.location_city as city, q.location_state as state,
  q.location_raw as "typedPlace", ${zip} as zip, q.match_found is true as "isMatched", q.recommended_instructor_id as "recommendedId",
  (select coalesce(c.display_name, p.full_name) from instructor_profiles c join profiles p on p.id = c.user_id
    where c.user_id = q.recommended_instructor_id and c.is_listed) as "recommendedName",
  (extract(epoch from q.created_at) * 1000)::float8 as "createdAt", ${person} as "userId",
  case when q.is_test then 'is_test' when ${wasWrittenTo} then 'already_sent' when ${hasBooked} then 'booked'
    when ${saidNo} then 'unsubscribed' when ${isSuppressed} then 'suppressed' end as "whyNot"`

/**
 * Finds the newest response with this email address, ignoring case, and whether its email is sent without an admin.
 * @param from quizzes until then get none: milliseconds since 1970, UTC
 * @returns null without a response
 */
export async function findTaker(
  db: Queryable,
  email: string,
  from: number,
): Promise<(QuizTaker & { isPlanned: boolean }) | null> {
  const found = await db.execute<QuizTaker & { isPlanned: boolean }>(sql`
    select ${columns}, (${plannedFor} and q.created_at > ${new Date(from)}) is true as "isPlanned"
    from quiz_responses q where lower(q.contact_email) = lower(${email})
    order by q.is_test, q.created_at desc, q.id desc limit 1`)
  return found.rows[0] ?? null
}

/**
 * Lists the golfers whose email is due, longest waiting first.
 * @param window the period in which they took the quiz, milliseconds since 1970, UTC
 */
export async function listDue(
  db: Queryable,
  window: { from: number; until: number },
  limit: number,
): Promise<QuizTaker[]> {
  const found = await db.execute<QuizTaker>(sql`
    select ${columns} from quiz_responses q
    where q.created_at > ${new Date(window.from)} and q.created_at <= ${new Date(window.until)} and ${plannedFor}
    order by q.created_at, q.id limit ${limit}`)
  return found.rows
}

/** The recommended coach, if still listed, and other coaches near the golfer. */
export interface Nearby {
  match: { id: string; label: string } | null
  others: CoachCard[]
}

export async function findNearby(db: Database, taker: QuizTaker): Promise<Nearby> {
  const match =
    taker.recommendedId && taker.recommendedName
      ? { id: taker.recommendedId, label: coachLabel(taker.recommendedName) }
      : null
  const near = taker.zip ? (await listNearestCoaches(db, taker.zip)).coaches : []
  return { match, others: pickNearby(near, match?.id ?? null, othersShown(match !== null)) }
}

/**
 * Whether an email is still due for a response: it exists, is no test, and its golfer has not booked since.
 */
export async function isStillOpen(db: Queryable, responseId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from quiz_responses q where q.id = ${responseId} and not q.is_test and not ${hasBooked}`)
  return found.rows.length > 0
}
