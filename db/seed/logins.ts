import { hashPassword } from 'better-auth/crypto'
import type pg from 'pg'
import { demoLogins, demoPassword, scenario } from './scenarios.ts'

/** Lets the four demo logins sign in, and makes Avery an admin and Jordan a prospect. */
export async function insertLogins(client: pg.ClientBase): Promise<void> {
  // Hashing is slow on purpose, and the password is printed at every start: one hash for all four.
  const password = await hashPassword(demoPassword)
  await client.query(
    `insert into credentials (account_id, provider_id, user_id, password)
     select id::text, 'credential', id, $1 from profiles where email = any($2)`,
    [password, demoLogins.map((login) => login.email)],
  )
  await client.query(
    `insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'prospect') on conflict do nothing`,
    [scenario.avery.id, scenario.jordan.id],
  )
  // A visit of the kind people find in their account settings.
  await client.query(
    `insert into impersonations (admin_id, subject_id, reason, started_at, ends_at, ended_at)
     select $1, $2, 'Your question to support: why a receipt was missing', started, started + interval '60 minutes', started + interval '6 minutes'
     from (select date_trunc('minute', current_instant() - interval '12 days') as started) moment`,
    [scenario.avery.id, scenario.sam.id],
  )
  // A prospect only looks: the student role that every new profile gets is taken back.
  await client.query(`delete from user_roles where user_id = $1 and role = 'student'`, [scenario.jordan.id])
}
