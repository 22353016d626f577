import { type SQL, sql } from 'drizzle-orm'
import { openCoachesByTime, openings } from '#features/search/open-times/statement.ts'
import { OFFICE_ZONE } from '#platform/time.ts'

/**
 * SQL: the rows that the figures about the market are made of. The figures and the lists they open read the same rows,
 * so their numbers match (decision 0143).
 */

const OFFICE = sql.raw(`'${OFFICE_ZONE}'`)

/** The area of a place without a ZIP code. */
export const NO_AREA = 'none'

/** Coaches count as open when a lesson can begin within this number of hours. */
const OPEN_HOURS = 72

/** The metropolitan area of a ZIP code: its first three characters. */
const areaOf = (zip: SQL): SQL =>
  sql`case when ${zip} ~ '^([0-9]{5}|[A-Z][0-9][A-Z])' then left(${zip}, 3) else ${sql.raw(`'${NO_AREA}'`)} end`

/** The month of an instant in New York, such as `2026-03`. */
export const monthOf = (instant: SQL): SQL => sql`to_char(${instant} at time zone ${OFFICE}, 'YYYY-MM')`

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

/** Each ZIP code searched without a result in a month: `id` of one search, `at` of the first one, `zip`, `area`, `searches`. */
export const zipsInVain: SQL = sql`(
  select (array_agg(s.id order by s.at, s.id))[1] as id, min(s.at) as at, s.zip, s.area, count(*) as searches
  from ${searches} s where s.results = 0 group by ${monthOf(sql`s.at`)}, s.zip, s.area
)`

/**
 * What the ledger says about sales: one row for each transaction, with the cents that were paid for lessons and other
 * sales of coaches (`gross`), that the platform kept (`fee`, negative when it gave something back), and that are owed
 * back (`refunds`). A gift card counts when it pays for something.
 */
export const money: SQL = sql`(
  select t.id, t.at, t.kind, t.booking_id, t.payment_id, t.gross, t.fee, t.refunds, ${areaOfPlaces} as area,
    coalesce(b.instructor_id, p.instructor_id) as coach_id
  from (
    select t.id, t.occurred_at as at, t.kind, t.booking_id, t.payment_id,
      coalesce(sum(l.amount_cents) filter (where t.kind = 'paid' and l.account in ('processor_cash', 'gift_cards')), 0) as gross,
      -coalesce(sum(l.amount_cents) filter (where l.account = 'platform_fee'), 0) as fee,
      -coalesce(sum(l.amount_cents) filter (
        where t.kind in ('refund_due', 'package_ended') and l.account in ('refunds_due', 'gift_cards')), 0) as refunds
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    group by t.id, t.occurred_at, t.kind, t.booking_id, t.payment_id
  ) t
  left join bookings b on b.id = t.booking_id
  left join payments p on p.id = t.payment_id
  ${places(sql`b`, sql`coalesce(b.instructor_id, p.instructor_id)`)}
  where t.gross <> 0 or t.fee <> 0 or t.refunds <> 0
)`

/**
 * Lessons that students booked on the site and that were not canceled, by the time of booking. `is_first`: the student's
 * first one. `is_counted`: the student's first one of the month, so that such rows are people. `first_at`: when the
 * student booked the first one. `joined_at`: when the account was created.
 */
export const lessons: SQL = sql`(
  select b.id, b.created_at as at, b.student_id, b.instructor_id as coach_id, b.first_at, b.is_first, b.is_counted,
    ${monthOf(sql`b.first_at`)} <> ${monthOf(sql`b.created_at`)} as is_return, s.created_at as joined_at,
    greatest(0, floor(extract(epoch from b.created_at - s.created_at) / 86400))::integer as days, ${areaOfPlaces} as area
  from (
    select b.id, b.created_at, b.student_id, b.instructor_id, b.teaching_location_id,
      min(b.created_at) over (partition by b.student_id) as first_at,
      row_number() over (partition by b.student_id order by b.created_at, b.id) = 1 as is_first,
      row_number() over (partition by b.student_id, ${monthOf(sql`b.created_at`)} order by b.created_at, b.id) = 1 as is_counted
    from bookings b
    where b.status in ('confirmed', 'completed') and not b.is_demonstration and not b.entered_by_coach
  ) b
  join profiles s on s.id = b.student_id
  ${places(sql`b`, sql`b.instructor_id`)}
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
    with ${sql.raw(openings('open_starts s', { asked: ANY_TIME, now: `(${NOW})` }))}, ${sql.raw(openCoachesByTime)}
    select instructor_id, soonest from open_coaches
  ) o on o.instructor_id = c.user_id
  where c.is_listed
)`
