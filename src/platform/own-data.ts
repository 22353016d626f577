import { type SQL, sql } from 'drizzle-orm'
import type { Answers } from './answers.ts'
import type { Queryable } from './db.ts'

/** A user whose account is being closed, with the values from before. */
export interface Leaver {
  userId: string
  fullName: string
  email: string
  /** True when they confirmed the address. */
  emailVerified: boolean
  /** The names of the other people in the account, such as its golfers. */
  otherNames: readonly string[]
}

/** Every name that is removed with an account. The longest comes first, because a name may be a part of another. */
export const leaverNames = ({ fullName, otherNames }: Pick<Leaver, 'fullName' | 'otherNames'>): string[] =>
  [...new Set([fullName, ...otherNames])].toSorted((a, b) => b.length - a.length)

/** Whether a text contains one of the names that are removed with an account. */
export const namesLeaver = (text: SQL, leaver: Leaver): SQL =>
  sql`(${sql.join(
    leaverNames(leaver).map((name) => sql`position(${name} in ${text}) > 0`),
    sql` or `,
  )})`

/** A text without the names that are removed with an account. Only whole words are replaced, so that "Ed" stays in "Edit". */
export function withoutNames(text: SQL, leaver: Leaver): SQL {
  const names = leaverNames(leaver).map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const wholeWords = `(?<![[:alnum:]])(?:${names.join('|')})(?![[:alnum:]])`
  return sql`regexp_replace(${text}, ${wholeWords}, ${NOBODY}, 'g')`
}

/**
 * The name that replaces a deleted user's: a single word, so that "first name and initial" has nothing to
 * add.
 */
export const NOBODY = 'Anonymous'

/** The data stored about a user, by name: plain names for things, money in dollars, instants in UTC. */
export type OwnParts = Record<string, unknown>

/** How the access granted for an account is revoked. */
export interface EndOfAccess {
  userId: string
  /** The push endpoint of the browser that stays signed in; null if none does. */
  keepPush: string | null
  /**
   * The owner of the mailbox claimed the account: another person may have opened it, so existing connections
   * are removed as well. False when the owner signs out everywhere or sets a new password, or when an admin
   * ends the sessions.
   */
  isClaimed: boolean
  /** Milliseconds since 1970, UTC. */
  now: number
}

/** One kind of access to revoke. */
export interface EndedAccess {
  /** Its name in the email to the owner, such as `webhooks`; null when it is not mentioned. */
  name: string | null
  /** The statement that revokes it. It changes no row when there is nothing to revoke. */
  statement: SQL
}

/** Why an account can't be closed yet. */
export interface WhyStay {
  /** The stable code of the refusal. */
  reason: string
  /** A sentence for each reader: the owner of the account, and an admin who closes it. */
  texts: Record<ClosingReader, string>
}

export type ClosingReader = 'owner' | 'admin'

/** Something that closing an account ends or pays back, or that stays open after it. */
export interface EndsWithAccount {
  /** A sentence for the owner of the account, and for an admin who closes it. */
  text: string
  /** The amount refunded to a card, in cents. */
  refundCents: number
}

/** The personal data that one feature stores in its own tables (`own-data.ts`). */
export interface OwnData {
  /** A query for the ids of the user's objects that are shared with others, such as lessons: one column. */
  things?(id: SQL): SQL
  /** Why the account can't be closed yet; null when it can. */
  whyStay?(tx: Queryable, userId: string, now: number, answers: Answers): Promise<WhyStay | null>
  /** What closing the account ends or pays back. A reaction to `account_closing` does it, in the transaction that closes. */
  whatEnds?(db: Queryable, userId: string): Promise<EndsWithAccount[]>
  /** A query for the names of other people in the user's account, such as children: one column. */
  otherNames?(id: SQL): SQL
  /**
   * Anonymizes what must be kept and deletes the rest, in the order in which the statements run. A row
   * belongs to the user if it refers to them; see {@link isTheirs} for rows with an address.
   * @param isAboutThem whether a text of keys and addresses contains the user's or one of their objects' ids
   */
  erase?(leaver: Leaver, isAboutThem: (keys: SQL) => SQL): SQL[]
  /**
   * Revokes everything of this feature that shows or acts for the account without a sign-in.
   * `tests/api/standing-access.test.ts` requires an entry for every table that refers to a user.
   */
  endAccess?(end: EndOfAccess): EndedAccess[]
  /**
   * The user's data export. Passwords, other people's addresses and text written about others are omitted.
   */
  export?(db: Queryable, id: SQL): Promise<OwnParts>
}

/**
 * Whether a row belongs to the user. An address counts only if the user has confirmed it, and only for rows
 * that were created without an account; a phone number never counts.
 */
export function isTheirs({ userId, email, emailVerified }: Leaver, owner: SQL, address: SQL): SQL {
  const id = sql`${userId}::uuid`
  return emailVerified
    ? sql`(${owner} = ${id} or (${owner} is null and lower(${address}) = lower(${email})))`
    : sql`${owner} = ${id}`
}

/**
 * The same for a user whose account stays open: rows created without an account, with the address that the
 * user has confirmed.
 */
export const byOwnAddress = (owner: SQL, address: SQL, id: SQL): SQL => sql`(${owner} is null
  and lower(${address}) = (select lower(me.email) from profiles me where me.id = ${id} and me.email_verified))`

/** Reads the parts sequentially, each as a list of rows. */
export async function readParts(db: Queryable, statements: Record<string, SQL>): Promise<OwnParts> {
  const parts: OwnParts = {}
  for (const [part, statement] of Object.entries(statements)) parts[part] = (await db.execute(statement)).rows
  return parts
}

/** Reads one row; null when there is none. */
export async function readOne(db: Queryable, statement: SQL): Promise<unknown> {
  return (await db.execute(statement)).rows[0] ?? null
}
