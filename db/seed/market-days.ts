import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { recordMarketDay } from '#features/analytics/market/commands.ts'

const DAYS = 90

/**
 * Inserts what coaches offered on each of the last ninety days: their weekly hours and the lessons of the day. Who had
 * an opening is made up. Today is recorded as in production.
 * @param now milliseconds since 1970, UTC
 */
export async function insertMarketDays(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `with days as (
      select ((to_timestamp($1::float8 / 1000) at time zone 'UTC')::date - back) as day from generate_series(1, ${DAYS}) back
    ), coaches as (
      select c.user_id as id, left(l.zip, 3) as area, exists (select from open_starts s where s.instructor_id = c.user_id) as is_bookable
      from instructor_profiles c
      join instructor_teaching_locations l on l.instructor_id = c.user_id and l.is_primary and l.zip ~ '^[0-9]{5}'
      join profiles p on p.id = c.user_id where p.is_demo and c.is_listed
    ), hours as (
      select instructor_id as id, day_of_week, sum(extract(epoch from end_time - start_time) / 60)::integer as minutes
      from instructor_availability group by 1, 2
    ), booked as (
      select instructor_id as id, (starts_at at time zone 'UTC' - interval '10 hours')::date as day,
        (sum(extract(epoch from ends_at - starts_at)) / 60)::integer as minutes
      from occupancies where held_until is null and starts_at < to_timestamp($1::float8 / 1000) group by 1, 2
    ), offered as (
      select d.day, c.area, c.is_bookable and get_byte(decode(md5(c.id::text || d.day), 'hex'), 0) < 200 as is_open,
        case when c.is_bookable then coalesce(b.minutes, 0) else 0 end as booked,
        case when c.is_bookable then greatest(h.minutes, b.minutes, 0) else 0 end as offered
      from days d cross join coaches c
      left join hours h on h.id = c.id and h.day_of_week = extract(dow from d.day)
      left join booked b on b.id = c.id and b.day = d.day
    )
    insert into market_days (day, area, listed, open, offered_minutes, booked_minutes)
    select day, area, count(*), count(*) filter (where is_open), sum(offered), sum(booked) from offered group by 1, 2
    on conflict (day, area) do nothing`,
    [now],
  )
  await recordMarketDay(drizzle({ client: client as pg.Client }), now)
  await client.query('analyze market_days')
}
