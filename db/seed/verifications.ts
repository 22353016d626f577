import type pg from 'pg'
import { scenario } from './scenarios.ts'

/**
 * Records of what an admin looked at. Certificates: for about two demo coaches in three, and for the first of a coach's
 * certificates more often than for the others. Background checks: for about two in five, good for two years. The same coaches
 * at every seed.
 */
export async function insertVerifications(client: pg.ClientBase, admin: string, now: number): Promise<void> {
  await client.query(
    `insert into credential_verifications (instructor_id, credential, evidence, verified_by, verified_at)
     select c.user_id, one.credential, 'Membership card or certificate, name and number compared', $1,
       to_timestamp($2 / 1000.0) - make_interval(days => 20 + abs(hashtext(c.user_id::text)) % 300)
     from instructor_profiles c join profiles p on p.id = c.user_id and p.is_demo,
       unnest(c.credentials) with ordinality as one (credential, ordinal)
     where abs(hashtext(c.user_id::text || one.ordinal)) % 3 < case when one.ordinal = 1 then 2 else 1 end
       or c.user_id = $3 and one.ordinal = 1
     on conflict do nothing`,
    [admin, now, scenario.maya.id],
  )
  await client.query(
    `insert into credential_verifications (instructor_id, kind, credential, evidence, verified_by, verified_at, expires_on)
     select c.user_id, 'background', 'Background check', 'Report of a screening company, name and birth date compared', $1,
       checked.at, (checked.at + interval '2 years')::date
     from instructor_profiles c join profiles p on p.id = c.user_id and p.is_demo,
       lateral (select to_timestamp($2 / 1000.0) - make_interval(days => 30 + abs(hashtext('b' || c.user_id::text)) % 300) as at) checked
     where abs(hashtext('background' || c.user_id::text)) % 5 < 2 or c.user_id = $3
     on conflict do nothing`,
    [admin, now, scenario.maya.id],
  )
  await client.query(
    `insert into credential_requests (instructor_id, credential, note, created_at)
     values ($2, 'TPI Certified Level 2', 'Certificate of last spring', to_timestamp($1 / 1000.0) - interval '1 day')
     on conflict do nothing`,
    [now, scenario.maya.id],
  )
  await client.query(
    `insert into imported_reviews (instructor_id, author, rating, body, source, created_at)
     values ($2, 'Pilar O.', 5, 'Two lessons and my bunker shots come out first time.', 'Letter to the club', to_timestamp($1 / 1000.0) - interval '2 days')`,
    [now, scenario.maya.id],
  )
  await client.query(
    `insert into coach_pictures (instructor_id, purpose, url, alt, caption)
     select $1, 'gallery', '/art/covers/cover-' || one.n || '-800.webp', one.alt, one.caption
     from (values (1, 'A fairway that winds between bunkers to a red flag in the morning', 'Where the first lesson begins'),
       (5, 'Birch trees in fall colors along a hole at sunrise', ''),
       (14, 'A green beside a pond at dusk', 'Short game on the pond green')) as one (n, alt, caption)
     on conflict do nothing`,
    [scenario.maya.id],
  )
}
