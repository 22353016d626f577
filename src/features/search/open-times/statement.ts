import { REACH_DAYS } from '../when.ts'
import { OLDEST_BUILT_DAYS, QUARTERS, RING_BITS } from './ring.ts'

/** SQL: no bit of the ring. */
const NONE = `repeat('0', ${RING_BITS})::bit(${RING_BITS})`

/** How a search uses open times: only coaches with one that was asked for, or all, sorted by their first one. */
export type TimesUsed = 'filtered' | 'sorted'

/**
 * SQL: the relation `openings` with the open starts that were asked for, a row for each coach and place
 * (`instructor_id`, `open`, `earliest`, `turn`, `zone`). The starts are cut to what may be booked now: after the
 * coach's notice and within the booking window. That depends on three values, which most coaches have in common, so
 * it is computed once for each of their combinations. These are joined by one column: joined by three, the planner
 * expects a single row and compares every place with every coach.
 * @param places SQL: the relation with the open starts of the places in question
 * @param asked parameter: the bits asked for, by whether it is yesterday, today or tomorrow in UTC at the place
 * @param now parameter: milliseconds UTC
 * @param columns of `places`, which the relation `open_places` has as well
 */
export const openings = (
  places: string,
  { asked, now }: { asked: string; now: string },
  ...columns: string[]
): string => `
  open_places as materialized (
    select s.instructor_id, s.built_day, s.starts, s.zone || ' ' || (s.notice_hours * 1000 + s.window_days) as combination,
      ${['zone', 'notice_hours', 'window_days', ...columns].map((column) => `s.${column}`)} from ${places} s
  ), moments as (
    select combination, zone, notice_hours, window_days,
      (to_timestamp(${now}::float8 / 1000) at time zone zone)::date - date '1970-01-01' as today,
      ceil(extract(epoch from (to_timestamp(${now}::float8 / 1000) + make_interval(hours => notice_hours)) at time zone zone)
        / ${86_400 / QUARTERS})::integer as earliest
    from (
      select combination, min(zone) as zone, min(notice_hours) as notice_hours, min(window_days) as window_days
      from open_places group by combination
    ) combinations
  ), spans as (
    select *, earliest % ${RING_BITS} as turn,
      greatest(0, (today + least(window_days, ${REACH_DAYS}) + 1) * ${QUARTERS} - earliest) as span
    from moments
  ), bookable as materialized (
    select combination, zone, today, earliest, turn,
      ((ones >> turn) | (ones << (${RING_BITS} - turn)))
        & (${asked}::bit(${RING_BITS})[])[today - floor(${now}::float8 / 86400000)::integer + 2] as bits
    from spans cross join lateral (select ~(~${NONE} >> span) as ones) mask
  ), openings as (
    select p.instructor_id, p.starts & b.bits as open, b.earliest, b.turn, b.zone
    from open_places p join bookable b using (combination)
    where p.built_day >= b.today - ${OLDEST_BUILT_DAYS} and p.starts & b.bits <> ${NONE}
  )`

/** SQL: the coaches with an opening. */
export const openCoaches = `
  open_coaches as (select distinct instructor_id, null::timestamptz as soonest from openings)`

/** SQL: the bytes of bits, without the zero bytes at the beginning. */
const fromFirst = (bits: string) => `ltrim(substr(bit_send(${bits}), 5), '\\x00'::bytea)`

/**
 * SQL: the same with the first opening. The bits are turned so that they begin with the first moment that may be
 * booked; bits that the turn moves to the end are read when there are no others. The byte of the first one is found by
 * removing the zero bytes before it, because `position` compares bit by bit.
 */
export const openCoachesByTime = `
  open_coaches as (
    select instructor_id, min((timestamp '1970-01-01'
      + (earliest + ${RING_BITS} - 8 * length(rest) + position(B'1' in get_byte(rest, 0)::bit(8)) - 1)
      * interval '${1_440 / QUARTERS} minutes') at time zone zone) as soonest
    from openings cross join lateral (
      select coalesce(nullif(${fromFirst('open << turn')}, ''), ${fromFirst(`open >> (${RING_BITS} - turn)`)}) as rest offset 0
    ) turned
    group by instructor_id
  )`
