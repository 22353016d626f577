import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { addDays, dateOfEpochDay } from '#platform/time.ts'
import { bookedTime, listedCoaches, offeredTime } from './statement.ts'

/**
 * Records what coaches offer today, and how much of yesterday was booked in the end. Days are dates in UTC, which are
 * also those in America when the job runs. Repeating it the same day changes nothing.
 * @param now milliseconds since 1970, UTC
 */
export async function recordMarketDay(db: Queryable, now: number): Promise<void> {
  const today = dateOfEpochDay(Math.floor(now / DAY))
  // Raw: both statements sum up all coaches by area.
  await db.execute(sql`
    insert into market_days (day, area, listed, open, offered_minutes, booked_minutes)
    select ${today}::date, c.area, count(*), count(*) filter (where c.is_open),
      coalesce(sum(coalesce(o.minutes, 0) + coalesce(b.minutes, 0)), 0), coalesce(sum(b.minutes), 0)
    from ${listedCoaches} c left join ${offeredTime(today)} o on o.id = c.id left join ${bookedTime(today)} b on b.id = c.id
    group by c.area
    on conflict (day, area) do nothing`)
  const yesterday = addDays(today, -1)
  await db.execute(sql`
    update market_days d
    set booked_minutes = taught.minutes, offered_minutes = greatest(d.offered_minutes, taught.minutes)
    from (
      select c.area, coalesce(sum(b.minutes), 0) as minutes
      from ${listedCoaches} c left join ${bookedTime(yesterday)} b on b.id = c.id group by c.area
    ) taught
    where d.day = ${yesterday}::date and d.area = taught.area and d.booked_minutes <> taught.minutes`)
}

/** Computes which coaches are listed, and their soonest openings. Unchanged rows stay as they are. */
export async function updateMarketCoaches(db: Queryable): Promise<void> {
  // Raw: one statement deletes, inserts and updates.
  await db.execute(sql`
    with found as materialized (select c.id, c.area, c.soonest from ${listedCoaches} c), gone as (
      delete from market_coaches m where not exists (select from found f where f.id = m.coach_id)
    )
    insert into market_coaches as m (coach_id, area, soonest) select id, area, soonest from found
    on conflict (coach_id) do update set area = excluded.area, soonest = excluded.soonest
    where (m.area, m.soonest) is distinct from (excluded.area, excluded.soonest)`)
}
