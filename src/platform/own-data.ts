import { type SQL, sql } from 'drizzle-orm'
import type { Answers } from './answers.ts'
import type { Queryable } from './db.ts'
import type { AppError } from './errors.ts'

/** Who leaves, as they were until now. */
export interface Leaver {
  userId: string
  fullName: string
  email: string
  /** True when they proved that the address is theirs. */
  emailVerified: boolean
}

/** The name that stays where a person was: one word, so that "first name and initial" has nothing to add. */
export const NOBODY = 'Anonymous'

/** Parts of what is kept about somebody, by name: in our own words for things, money in dollars, instants in UTC. */
export type OwnParts = Record<string, unknown>

/** How the access that was given out for an account ends. */
export interface EndOfAccess {
  userId: string
  /** The push address of the browser that stays signed in; null when none does. */
  keepPush: string | null
  /**
   * The owner of the mailbox claimed the account: somebody else may have opened it, so what was connected before goes as well. False
   * when the owner signs out everywhere, sets a new password, or an admin ends the sessions.
   */
  isClaimed: boolean
  /** Milliseconds since 1970, UTC. */
  now: number
}

/** One kind of access that ends. */
export interface EndedAccess {
  /** What a letter calls it, such as `webhooks`; null when it is not worth a word. */
  name: string | null
  /** Ends it. It changes no row when there was nothing to end. */
  statement: SQL
}

/** Something that closing an account ends or pays back, or that stays open after it. */
export interface EndsWithAccount {
  /** A sentence for the owner of the account, and for an admin who closes it. */
  text: string
  /** What goes back to a card by it, in cents. */
  refundCents: number
}

/** What one feature keeps of people, in its own tables (`own-data.ts`). */
export interface OwnData {
  /** Ids of their things that others are told of, such as lessons: one column. */
  things?(id: SQL): SQL
  /** Why they can't leave yet; null when nothing stands in the way. */
  whyStay?(tx: Queryable, userId: string, now: number, answers: Answers): Promise<AppError | null>
  /** What closing the account ends or pays back. A reaction to `account_closing` does it, in the transaction that closes. */
  whatEnds?(db: Queryable, userId: string): Promise<EndsWithAccount[]>
  /**
   * Takes them out of what must stay, and deletes what need not, in the order the statements run. A row is theirs when it names
   * them; see {@link isTheirs} for rows with an address.
   * @param isAboutThem whether a text of keys and addresses names them or one of their things
   */
  erase?(leaver: Leaver, isAboutThem: (keys: SQL) => SQL): SQL[]
  /**
   * Ends everything of this feature that shows the account, or acts for it, without signing in. `tests/api/standing-access.test.ts` asks
   * for an answer for every table that refers to a person.
   */
  endAccess?(end: EndOfAccess): EndedAccess[]
  /** What they may take away. Passwords, other people's addresses and what was written about others are left out. */
  export?(db: Queryable, id: SQL): Promise<OwnParts>
}

/**
 * A row of a leaver's. An address counts only where they proved that it is theirs, and only for what was said without an
 * account; a number never counts.
 */
export function isTheirs({ userId, email, emailVerified }: Leaver, owner: SQL, address: SQL): SQL {
  const id = sql`${userId}::uuid`
  return emailVerified
    ? sql`(${owner} = ${id} or (${owner} is null and lower(${address}) = lower(${email})))`
    : sql`${owner} = ${id}`
}

/** The same for somebody who stays: said without an account, with the address that this person has proved. */
export const byOwnAddress = (owner: SQL, address: SQL, id: SQL): SQL => sql`(${owner} is null and exists (
  select from profiles me where me.id = ${id} and me.email_verified and lower(me.email) = lower(${address})))`

/** Reads parts one after the other, each a list of rows. */
export async function readParts(db: Queryable, statements: Record<string, SQL>): Promise<OwnParts> {
  const parts: OwnParts = {}
  for (const [part, statement] of Object.entries(statements)) parts[part] = (await db.execute(statement)).rows
  return parts
}

/** Reads one row; null when there is none. */
export async function readOne(db: Queryable, statement: SQL): Promise<unknown> {
  return (await db.execute(statement)).rows[0] ?? null
}
