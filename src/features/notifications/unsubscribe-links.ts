import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { NotificationKind } from '#platform/message-kind.ts'
import { publish } from '#platform/reactions.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { isFixed, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { addressSubscriptions } from './tables.ts'
import { fromWords, toWords, type Unsubscribing } from './unsubscribe.ts'

const marks = (env: Pick<Env, 'SESSION_SECRET'>) =>
  signedValues(env.SESSION_SECRET, 'unsubscribe from emails')

/**
 * The unsubscribe URL: a page with a button, and the endpoint for one-click unsubscribing by mail programs.
 */
export const unsubscribeAddress = (env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>, what: Unsubscribing) =>
  `${env.appUrl}/unsubscribe?token=${encodeURIComponent(marks(env).sign(toWords(what)))}`

/** Decodes an unsubscribe token; null if it is invalid. */
export function readUnsubscribeToken(
  { env, messageKinds }: Pick<Services, 'env' | 'messageKinds'>,
  token: string | undefined,
): Unsubscribing | null {
  const read = fromWords(messageKinds, marks(env).read(token))
  return read && !isFixed(read.kind, 'email') ? read : null
}

/** The data of the unsubscribe page. The address is shortened, because the email may have been forwarded. */
export async function findSubscription(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  { userId, kind }: Unsubscribing,
): Promise<{ label: string; email: string; isOn: boolean } | null> {
  const person = await answers.contact(db, userId)
  if (!person || person.isClosed) return await findAddress(db, userId, kind)
  const isOn = wants(await readChannelPreferences(db, userId), kind, 'email')
  return { label: kind.setting.label, email: shorten(person.email), isOn }
}

/** `s•••@example.com`. */
function shorten(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/**
 * Stores the address of a person without an account, so that they can unsubscribe.
 * @returns the id for the unsubscribe link
 */
export async function subscribeAddress(
  tx: Queryable,
  email: string,
  kind: NotificationKind,
): Promise<string> {
  const address = email.toLowerCase()
  const { id } = addressSubscriptions
  const [row] = await tx
    .insert(addressSubscriptions)
    .values({ email: address, kind: kind.id })
    .onConflictDoUpdate({
      target: [addressSubscriptions.email, addressSubscriptions.kind],
      set: { email: address },
    })
    .returning({ id })
  return row?.id ?? ''
}

async function findAddress(db: Queryable, id: string, kind: NotificationKind) {
  const [row] = await db
    .select({ email: addressSubscriptions.email, stoppedAt: addressSubscriptions.stoppedAt })
    .from(addressSubscriptions)
    .where(and(eq(addressSubscriptions.id, id), eq(addressSubscriptions.kind, kind.id)))
  return row ? { label: kind.setting.label, email: shorten(row.email), isOn: row.stoppedAt === null } : null
}

/** Whether a person without an account has unsubscribed. */
export async function isStopped(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db
    .select({ stoppedAt: addressSubscriptions.stoppedAt })
    .from(addressSubscriptions)
    .where(eq(addressSubscriptions.id, id))
  return row ? row.stoppedAt !== null : false
}

/** Stops or resumes emails to an address. @returns false if the id does not exist */
export async function setAddressSubscription(
  services: Pick<Services, 'db'> & TransactionServices,
  { userId: id, kind }: Unsubscribing,
  isOn: boolean,
): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(addressSubscriptions)
      .set({ stoppedAt: isOn ? null : services.clock.now() })
      .where(and(eq(addressSubscriptions.id, id), eq(addressSubscriptions.kind, kind.id)))
      .returning({ email: addressSubscriptions.email })
    if (changed && !isOn) await publish(services, tx, 'emails_declined', { email: changed.email })
    return changed !== undefined
  })
}
