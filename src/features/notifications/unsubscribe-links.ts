import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'
import { isFixed, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { fromWords, toWords, type Unsubscribing } from './unsubscribe.ts'

const marks = (env: Pick<Env, 'SESSION_SECRET'>) =>
  signedValues(env.SESSION_SECRET, 'unsubscribe from emails')

/** A page with a button for people, and the place a mail program's own button posts to. */
export const unsubscribeAddress = (env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>, what: Unsubscribing) =>
  `${env.appUrl}/unsubscribe?token=${encodeURIComponent(marks(env).sign(toWords(what)))}`

/** What such a link is for; null for one that we did not make. */
export function readUnsubscribeToken(
  { env, messageKinds }: Pick<Services, 'env' | 'messageKinds'>,
  token: string | undefined,
): Unsubscribing | null {
  const read = fromWords(messageKinds, marks(env).read(token))
  return read && !isFixed(read.kind, 'email') ? read : null
}

/** What the page says before anybody presses anything. The address is shortened: whoever got the mail forwarded learns little. */
export async function findSubscription(
  db: Queryable,
  { userId, kind }: Unsubscribing,
): Promise<{ label: string; email: string; isOn: boolean } | null> {
  // Raw: the table belongs to accounts, which uses this feature.
  const found = await db.execute<{ email: string }>(
    sql`select email from profiles where id = ${userId} and closed_at is null`,
  )
  const person = found.rows[0]
  if (!person) return null
  const isOn = wants(await readChannelPreferences(db, userId), kind, 'email')
  return { label: kind.setting.label, email: shorten(person.email), isOn }
}

/** `s•••@example.com`. */
function shorten(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
