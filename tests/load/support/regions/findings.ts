import type pg from 'pg'
import type { Running } from '../server.ts'
import { ask, type Visitor } from './people.ts'

/** What was found, by the question. */
export type Found = Record<string, string | string[] | Record<string, number>>

interface World {
  /** Processes of west, of east, and one that reads the views over both. */
  webs: readonly Running[]
  golfer: Visitor
  admin: Visitor
  regions: readonly { coach: Visitor; lessons: readonly string[] }[]
}

/** How much of both regions pages show, and what the catalog says about rules that hold in one region only. */
export async function findAcross(
  client: pg.ClientBase,
  tables: readonly string[],
  { webs, golfer, admin, regions }: World,
): Promise<Found> {
  const coaches = regions.map(({ coach }) => coach.userId)
  const lessons = regions.flatMap((region) => region.lessons)
  const past = regions.flatMap((region) => region.lessons.slice(0, -1))
  const found: Found = {}
  for (const [what, who, path, ids] of [
    ['past lessons of the golfer', golfer, '/bookings?when=past', past],
    ['conversations of the golfer', golfer, '/conversations', coaches],
    ['lessons in the export of the golfer', golfer, '/me/export', lessons],
    ['coaches in the whole country', golfer, '/coaches', coaches],
    [
      'paid lessons in the back office',
      admin,
      '/admin/lists/lessons?filters[payment]=completed,partially_refunded',
      lessons,
    ],
  ] as const) {
    const shown = webs.map(async ({ url }) => {
      const text = await ask(url, who, path)
      return ids.filter((id) => text.includes(id)).length
    })
    const [west, east, both] = await Promise.all(shown)
    found[what] = `${west} of ${ids.length} in west, ${east} in east, ${both} through the views over both`
  }
  const { rows } = await client.query<{ triggers: string[]; unique: string; month: string }>(
    `select array(select distinct tgname::text from pg_trigger g join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
         join unnest($1::text[]) t on prosrc ~ ('\\m' || t || '\\M')
         where not tgisinternal and relnamespace = 'public'::regnamespace and relname <> all ($1) order by 1) as triggers,
       (select count(*) filter (where not exists (select from pg_attribute a where attrelid = indrelid and attnum = any (indkey) and attname = 'instructor_id'))
           || ' of ' || count(*) from pg_index join pg_class c on c.oid = indrelid
         where relnamespace = 'west'::regnamespace and indisunique and not indisprimary) as unique`,
    [tables],
  )
  found['triggers of accounts that reach coaches of one region'] = rows[0]?.triggers ?? []
  found['unique indexes without the coach, which hold in one region'] = rows[0]?.unique ?? ''
  await client.query('begin; set local search_path = east, public')
  await client.query('update profiles set suspended_at = now() where id = $1', [coaches[0]])
  const suspended = await client.query(
    'select from west.instructor_profiles where user_id = $1 and not may_teach',
    [coaches[0]],
  )
  await client.query('rollback')
  found['a coach of west, suspended by a connection of east'] =
    suspended.rows.length > 0 ? 'does not teach' : 'teaches'
  return found
}
