import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Actor } from '#platform/actor.ts'
import { loadSecret } from './server.ts'

export interface LoadStudent {
  userId: string
  email: string
  /** For the Cookie header. */
  cookie: string
}

/**
 * Makes students who are signed in already. Signing up is slow on purpose (its password hash), and a drill of 1,000
 * students is not about that: these, with their addresses confirmed, come straight into the tables, with cookies signed as the sign-in library signs them.
 */
export async function addStudents(pool: pg.Pool, count: number): Promise<LoadStudent[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(
    `insert into profiles (id, full_name, email, phone, email_verified, mailbox_proven_at)
     select id, 'Load Student', id || '@load.test', '+17045550150', true, now() from unnest($1::uuid[]) as id`,
    [ids],
  )
  const cookies = await signInAs(pool, ids)
  return ids.map((id, n) => ({ userId: id, email: `${id}@load.test`, cookie: cookies[n] ?? '' }))
}

/** Signs accounts in without their passwords. @returns a cookie for each, in the same order */
export async function signInAs(pool: pg.Pool, userIds: readonly string[]): Promise<string[]> {
  const rows = userIds.map((id) => ({ id, token: randomBytes(24).toString('base64url').slice(0, 32) }))
  await pool.query(
    `insert into sessions (token, user_id, expires_at)
     select r.token, r.id, now() + interval '30 days' from json_to_recordset($1) as r (id uuid, token text)`,
    [JSON.stringify(rows)],
  )
  return rows.map(({ token }) => cookieOf(token))
}

const cookieOf = (token: string) => `greenside_session=${encodeURIComponent(`${token}.${signature(token)}`)}`

/** A student as the product's own commands know who asks, for drills that call them without HTTP. */
export const asActor = ({ userId, email }: Pick<LoadStudent, 'userId' | 'email'>): Actor => ({
  userId,
  email,
  role: 'student',
  fullName: 'Load Student',
})

const signature = (token: string) => createHmac('sha256', loadSecret).update(token).digest('base64')

/** Signs one up the long way, over HTTP. @returns the new student, or coach without a profile, signed in */
export async function signUp(url: string, userType?: 'instructor'): Promise<LoadStudent> {
  const email = `${randomUUID()}@load.test`
  const answer = await fetch(`${url}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Load Student',
      email,
      phone: '+17045550150',
      password: 'fairway-seven',
      ...(userType ? { userType } : {}),
    }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  const made = (await answer.json()) as { userId: string }
  if (answer.status !== 201 || !cookie) throw new Error(`no account: ${answer.status}`)
  return { userId: made.userId, email, cookie }
}
