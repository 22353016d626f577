import type pg from 'pg'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { scenario } from './scenarios.ts'

/** The packages of the demo's coach; single lessons cost $85 an hour. */
const mayas = [
  { title: 'Break 90 in five lessons', lessons: 5, cents: 39_500, days: 180, visibility: 'public' },
  { title: 'A whole season', lessons: 10, cents: 75_000, days: 365, visibility: 'public' },
  { title: 'For members of the Longleaf league', lessons: 4, cents: 30_000, days: 90, visibility: 'link' },
]

/**
 * Packages that coaches sell on their profiles: the demo's coach has three of her own, and about a third of the
 * others sell five hours at a tenth less than single ones.
 * @param now milliseconds since 1970, UTC
 */
export async function insertPackageOffers(client: pg.ClientBase, now: number): Promise<void> {
  for (const { title, lessons, cents, days, visibility } of mayas)
    await client.query(
      `insert into package_offers (id, instructor_id, title, lessons_total, duration_minutes, lesson_type, price_cents,
         valid_days, visibility, created_at, updated_at)
       values ($1, $2, $3, $4, 60, 'individual', $5, $6, $7, $8, $8)`,
      [
        uuidV8(`package offer ${title}`),
        scenario.maya.id,
        title,
        lessons,
        cents,
        days,
        visibility,
        new Date(now),
      ],
    )
  await client.query(
    `insert into package_offers (instructor_id, title, lessons_total, duration_minutes, lesson_type, price_cents, valid_days,
       visibility, created_at, updated_at)
     select user_id, '5 lessons of 1 hour', 5, 60, 'individual', round(hourly_rate * 4.5) * 100, 180, 'public', $2, $2
     from instructor_profiles
     where user_id <> $1 and instant_book_enabled and not takes_demo_bookings
       and substr(md5(user_id::text), 1, 1) in ('0', '3', '6', '9', 'c')`,
    [scenario.maya.id, new Date(now)],
  )
}
