import { type SQL, sql } from 'drizzle-orm'
import { QUARTERS, ringIndex } from '#features/search/open-times/ring.ts'
import { openCoachesByTime, openings } from '#features/search/open-times/statement.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
import { epochDay, OFFICE_ZONE } from '#platform/time.ts'

/**
 * SQL: the rows that the figures about the market are made of. Lessons, money and coaches have tables of their
 * own, which figures and lists read, so their numbers match (decisions 0143 and 0156); `updates.ts` fills them from
 * the statements of this file.
 */

export const OFFICE = sql.raw(`'${OFFICE_ZONE}'`)

/** The area of a place without a ZIP code. */
export const NO_AREA = 'none'

/** Coaches count as open when a lesson can begin within this number of hours. */
const OPEN_HOURS = 72

/** The metropolitan area of a ZIP code: its first three characters. */
const areaOf = (zip: SQL): SQL =>
  sql`case when ${zip} ~ '^([0-9]{5}|[A-Z][0-9][A-Z])' then left(${zip}, 3) else ${sql.raw(`'${NO_AREA}'`)} end`

/** The first day of an instant's month in New York. */
export const monthOf = (instant: SQL): SQL =>
  sql`date_trunc('month', ${instant} at time zone ${OFFICE})::date`

/** The places that decide the area of a lesson or a payment: where it takes place, else the coach's primary place. */
const places = (booking: SQL, coach: SQL): SQL => sql`
  left join instructor_teaching_locations place on place.id = ${booking}.teaching_location_id
  left join instructor_teaching_locations home on home.instructor_id = ${coach} and home.is_primary`
const areaOfPlaces = areaOf(sql`coalesce(place.zip, home.zip)`)

/** Searches without tests: `id`, `at`, `zip`, `area`, `results`. */
export const searches: SQL = sql`(
  select h.id, h.created_at as at, h.search_query as zip, ${areaOf(sql`h.search_query`)} as area, h.results_count as results
  from search_history h where not h.is_test
)`

/** Searches without tests by month and ZIP code: `month`, `zip`, `area`, `searches`, `vain` without a result, `at` of the first of these. */
export const searchedZips = (days: SQL): SQL => sql`(
  select z.month, z.zip, ${areaOf(sql`z.zip`)} as area, z.searches, z.vain, z.at
  from (
    select ${monthOf(sql`h.created_at`)} as month, h.search_query as zip, count(*)::integer as searches,
      count(*) filter (where h.results_count = 0)::integer as vain, min(h.created_at) filter (where h.results_count = 0) as at
    from search_history h where not h.is_test and ${days} group by 1, 2
  ) z
)`

/** Each ZIP code searched without a result in a month: `id`, `at` of the first search, `zip`, `area`, `searches`. */
export const zipsInVain: SQL = sql`(
  select md5(z.month || z.zip)::uuid as id, z.at, z.zip, z.area, z.vain as searches from ${searchedZips(sql`h.results_count = 0`)} z
)`

const coachOfMoney = sql`coalesce(b.instructor_id, p.instructor_id)`
const placesOfMoney = sql`
  left join bookings b on b.id = t.booking_id
  left join payments p on p.id = t.payment_id
  ${places(sql`b`, coachOfMoney)}`

/**
 * What a line `l` of the ledger's transaction `t` says about sales: the cents that were paid for lessons and other sales of
 * coaches (`gross`), that the platform kept (`fee`, negative when it gave something back), and that are owed back
 * (`refunds`). A gift card counts when it pays for something.
 */
const gross = sql`case when t.kind = 'paid' and l.account in ('processor_cash', 'gift_cards') then l.amount_cents else 0 end`
const fee = sql`case when l.account = 'platform_fee' then -l.amount_cents else 0 end`
const refunds = sql`
  case when t.kind in ('refund_due', 'package_ended') and l.account in ('refunds_due', 'gift_cards') then -l.amount_cents else 0 end`

/**
 * Transactions with sales, a fee or refunds, and their coach, as the table `market_entries` keeps them.
 * @param which a condition on ledger transactions `t`
 */
export const entriesOf = (which: SQL): SQL => sql`(
  select t.id as transaction_id, t.occurred_at as at, t.booking_id, ${coachOfMoney} as coach_id, sums.gross, sums.fee, sums.refunds, t.kind,
    ${areaOfPlaces} as area
  from ledger_transactions t
  cross join lateral (
    select sum(${gross})::integer as gross, sum(${fee})::integer as fee, sum(${refunds})::integer as refunds
    from ledger_lines l where l.transaction_id = t.id
  ) sums
  ${placesOfMoney}
  where ${which} and (sums.gross <> 0 or sums.fee <> 0 or sums.refunds <> 0)
)`

/** Whether a booking `b` counts as a lesson: a student booked it on the site, and it was not canceled. */
export const isCountedLesson: SQL = sql`b.status in ('confirmed', 'completed') and not b.is_demonstration and not b.entered_by_coach`

/**
 * Lessons that students booked on the site and that were not canceled, by the time of booking, as the table `market_lessons` keeps
 * them. `is_first`: the student's first one. `is_counted`: the student's first one of the month, so that such rows are people.
 * `first_at`: when the student booked the first one. `days`: from creating the account to booking.
 * @param students the ids of the students
 */
export const lessonsOf = (students: SQL): SQL => sql`(
  select b.id as booking_id, b.created_at as at, b.first_at, b.student_id, b.instructor_id as coach_id,
    greatest(0, floor(extract(epoch from b.created_at - s.created_at) / 86400))::integer as days, ${areaOfPlaces} as area,
    b.is_first, b.is_counted, ${monthOf(sql`b.first_at`)} <> ${monthOf(sql`b.created_at`)} as is_return
  from (
    select b.id, b.created_at, b.student_id, b.instructor_id, b.teaching_location_id, b.first_at, b.before is null as is_first,
      b.before is null or ${monthOf(sql`b.before`)} <> ${monthOf(sql`b.created_at`)} as is_counted
    from (
      select b.id, b.created_at, b.student_id, b.instructor_id, b.teaching_location_id,
        first_value(b.created_at) over in_order as first_at, lag(b.created_at) over in_order as before
      from bookings b
      where b.student_id = any(${students}) and ${isCountedLesson}
      window in_order as (partition by b.student_id order by b.created_at, b.id)
    ) b
  ) b
  join profiles s on s.id = b.student_id
  ${places(sql`b`, sql`b.instructor_id`)}
)`

const isOpenSoon = sql`coalesce(m.soonest <= current_instant() + make_interval(hours => ${sql.raw(String(OPEN_HOURS))}), false)`

/** Coaches who were listed ten minutes ago or later, with the soonest opening of then: `area`, `is_open` when it is soon. */
export const openCoaches: SQL = sql`(select m.area, ${isOpenSoon} as is_open from market_coaches m)`

/** The same with their names: `id`, `name`, `area`, `soonest`, `is_open`. */
export const openCoachesByName: SQL = sql`(
  select m.coach_id as id, coalesce(c.display_name, 'Golf Instructor') as name, m.area, m.soonest, ${isOpenSoon} as is_open
  from market_coaches m left join instructor_profiles c on c.user_id = m.coach_id
)`

const NOW = 'extract(epoch from current_instant()) * 1000'
const ANY_TIME = `array[repeat('1', 3456), repeat('1', 3456), repeat('1', 3456)]`

/** Coaches who are listed now: `id`, `name`, `area`, `soonest` opening, `is_open` when it is soon. */
export const listedCoaches: SQL = sql`(
  select c.user_id as id, coalesce(c.display_name, 'Golf Instructor') as name, ${areaOf(sql`home.zip`)} as area, o.soonest,
    coalesce(o.soonest <= current_instant() + make_interval(hours => ${sql.raw(String(OPEN_HOURS))}), false) as is_open
  from instructor_profiles c
  left join instructor_teaching_locations home on home.instructor_id = c.user_id and home.is_primary
  left join (
    with ${sql.raw(openings('open_starts', { asked: ANY_TIME, now: `(${NOW})` }))}, ${sql.raw(openCoachesByTime)}
    select instructor_id, soonest from open_coaches
  ) o on o.instructor_id = c.user_id
  where c.is_listed
)`

/**
 * The time of a day in which coaches can still be booked at once: `id`, `minutes`. It is covered by lessons of their
 * shortest length, at any of their places.
 * @param day a date of the teaching places
 */
export const offeredTime = (day: string): SQL => {
  const minutes = sql.raw(String(DAY_MINUTES / QUARTERS))
  return sql`(
    select s.instructor_id as id, ${minutes} * bit_count(bit_or(
      substring(s.starts from ${ringIndex(epochDay(day), 0) + 1} for ${sql.raw(String(QUARTERS))}) >> later.quarters)) as minutes
    from open_starts s join instructor_profiles c on c.user_id = s.instructor_id
    cross join lateral generate_series(0, (select min(length) from unnest(c.lesson_durations) length) / ${minutes} - 1)
      as later (quarters)
    group by s.instructor_id
  )`
}

/**
 * The booked time of coaches who can be booked at once, by students or by themselves: `id`, `minutes`.
 * @param day a date in UTC; lessons count that begin within 24 hours from 10:00 UTC on, at night in America
 */
export const bookedTime = (day: string): SQL => sql`(
  select o.instructor_id as id, (sum(extract(epoch from o.ends_at - o.starts_at)) / 60)::integer as minutes
  from occupancies o
  where o.held_until is null and o.starts_at >= ${`${day}T10:00:00Z`}::timestamptz
    and o.starts_at < ${`${day}T10:00:00Z`}::timestamptz + interval '24 hours'
    and o.instructor_id in (select s.instructor_id from open_starts s)
  group by o.instructor_id
)`

/** What the coaches of each area offered on each day: `id`, `day`, `at`, `area`, `listed`, `open`, `offered`, `booked` minutes. */
export const days: SQL = sql`(
  select d.id, d.day, d.day::timestamp at time zone ${OFFICE} as at, d.area, d.listed, d.open, d.offered_minutes as offered,
    d.booked_minutes as booked
  from market_days d
)`
