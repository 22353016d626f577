import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, exists, gt, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { suppressedAddresses } from '#features/notifications/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { accountLinkKind, linkLetter } from '../letters.ts'
import { credentials, invitedStudents, profiles } from '../tables.ts'
import { type LinkRequest, sendAccountLink } from './jobs.ts'
import { INVITATION_LIFETIME, LETTER_LIFETIME, LINKS_AN_HOUR, type LinkPurpose, linkRules } from './link.ts'
import { hashOfToken, leadsToOpenAccount } from './queries.ts'
import { accountLinks } from './tables.ts'

const HOUR = 3_600_000

/** Asks for a link by email; the same work whether anybody has the address or not. */
export async function requestLink(
  services: Services,
  tx: Queryable,
  request: Omit<LinkRequest, 'requestId'>,
): Promise<void> {
  await services.jobs.send(tx, sendAccountLink, { ...request, requestId: randomUUID() })
}

/** The job's work: makes the link for whoever it is for and mails it. @throws the mail provider's error, to be tried again */
export async function mailLink(services: Services, request: LinkRequest): Promise<void> {
  const { db, clock, env } = services
  const person = await findRecipient(db, request)
  if (!person) return
  const rules = linkRules[request.purpose]
  const token = tokenOf(env, request)
  const now = clock.now()
  // Raw: so many an hour, counted in the statement that stores one.
  const made = await db.execute(sql`
    insert into account_links (token_hash, purpose, user_id, email, expires_at, created_at, access_version)
    select ${hashOfToken(token)}, ${request.purpose}, ${person.id}::uuid, ${person.email},
      ${toIso(now + rules.lifetime)}::timestamptz, ${toIso(now)}::timestamptz, ${request.accessVersion ?? null}
    where (select count(*) from account_links where user_id = ${person.id}::uuid and purpose = ${request.purpose}
      and created_at > ${toIso(now - HOUR)}::timestamptz) < ${LINKS_AN_HOUR}
    on conflict (token_hash) do update set email = excluded.email
    returning token_hash`)
  if (made.rows.length === 0) return
  const query = new URLSearchParams({ token, ...(request.redirect ? { redirect: request.redirect } : {}) })
  const names = { full_name: person.fullName, new_email: person.email }
  const letter = linkLetter(request.purpose, names, `${env.appUrl}${rules.page}?${query}`)
  await deliverEmail(services, {
    key: `${request.purpose}:${request.requestId}`,
    template: letter.template.key,
    userId: person.id,
    toEmail: person.email,
    kind: accountLinkKind.id,
    about: { what: 'link', tokenHash: hashOfToken(token).toString('hex') },
    writtenAt: now,
    variables: letter.variables,
  })
}

/** Derived from the request and our secret: another try makes the same link, and the job's row does not reveal it. */
const tokenOf = (
  env: Pick<Services['env'], 'SESSION_SECRET'>,
  link: { purpose: LinkPurpose; requestId: string },
) =>
  createHmac('sha256', env.SESSION_SECRET)
    .update(`account link ${link.purpose} ${link.requestId}`)
    .digest('base64url')

/**
 * The address that signs in a person whose mailbox is the only way into the account, for a letter that is about to be sent.
 * It works once: for two weeks while nobody has entered the account, for a day otherwise. For an invited student it leads to the
 * account of their address, and makes one where there is none.
 * @param link.requestId names the letter: asking again gives the same address
 * @param link.redirect one of our own addresses, to go on to
 * @returns null for a person who has another way to sign in, and for an account that is closed or suspended
 */
export async function makeSignInAddress(
  { db, clock, env }: Pick<Services, 'db' | 'clock' | 'env'>,
  link: { userId: string; requestId: string; redirect: string },
): Promise<string | null> {
  const waysIn = db
    .select({ id: credentials.id })
    .from(credentials)
    .where(eq(credentials.userId, profiles.id))
  const withoutPassword = async (which: SQL) => {
    const [found] = await db
      .select({ email: profiles.email, provenAt: profiles.mailboxProvenAt, mayEnter: notExists(waysIn) })
      .from(profiles)
      .where(and(which, profiles.isOpen))
    return found
  }
  const [invited] = await db
    .select({ address: invitedStudents.address })
    .from(invitedStudents)
    .where(eq(invitedStudents.studentId, link.userId))
  const account = invited?.address
    ? await withoutPassword(hasAddress(profiles.email, invited.address))
    : await withoutPassword(eq(profiles.id, link.userId))
  const person =
    account ?? (invited?.address ? { email: invited.address, provenAt: null, mayEnter: true } : null)
  if (!person?.mayEnter) return null
  const token = tokenOf(env, { purpose: 'magic-link', requestId: link.requestId })
  const now = clock.now()
  await db
    .insert(accountLinks)
    .values({
      tokenHash: hashOfToken(token),
      purpose: 'magic-link',
      userId: link.userId,
      email: person.email,
      expiresAt: now + (person.provenAt === null ? INVITATION_LIFETIME : LETTER_LIFETIME),
      createdAt: now,
    })
    .onConflictDoNothing()
  return `${env.appUrl}${linkRules['magic-link'].page}?${new URLSearchParams({ token, redirect: link.redirect })}`
}

/**
 * Uses a link up, in the transaction of what it is for: of two tries at once one gets it.
 * All other links of that kind the person has are spent with it. One that changes the address works only for who could get
 * in when it was asked for: not after a new password, another address, signing out everywhere or a first proof of the mailbox.
 * @param of.suspended also takes a link to an account that is suspended
 * @returns whose it was and the mailbox it was sent to
 * @throws AppError link_not_good, the same for used, expired, unknown and made for something else
 */
export async function takeLink(
  tx: Queryable,
  link: { purpose: LinkPurpose; token: string },
  now: number,
  of = { suspended: false },
): Promise<{ userId: string; email: string }> {
  const presentVersion = tx
    .select({ version: profiles.accessVersion })
    .from(profiles)
    .where(eq(profiles.id, accountLinks.userId))
  const [taken] = await tx
    .update(accountLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(accountLinks.tokenHash, hashOfToken(link.token)),
        eq(accountLinks.purpose, link.purpose),
        isNull(accountLinks.usedAt),
        gt(accountLinks.expiresAt, now),
        or(ne(accountLinks.purpose, 'email-change'), eq(accountLinks.accessVersion, presentVersion)),
        of.suspended ? undefined : leadsToOpenAccount(tx),
      ),
    )
    .returning({ userId: accountLinks.userId, email: accountLinks.email })
  if (!taken) throw linkNotGood()
  await spendLinks(tx, taken.userId, [link.purpose], now)
  return taken
}

/** The same for a link that is used, expired, unknown, made for something else or for what is no longer so. */
export const linkNotGood = () =>
  new AppError('gone', 'link_not_good', 'This link has been used or has expired. Please ask for a new one.')

/** Links that must not work any more, because what they led to has changed. */
export async function spendLinks(
  tx: Queryable,
  userId: string,
  purposes: readonly LinkPurpose[],
  now: number,
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ usedAt: now })
    .where(
      and(
        eq(accountLinks.userId, userId),
        inArray(accountLinks.purpose, [...purposes]),
        isNull(accountLinks.usedAt),
      ),
    )
}

/** Nobody for an address without an account, for a new email that somebody else has, and once who can get in has changed. */
async function findRecipient(
  db: Queryable,
  { purpose, email, userId, accessVersion }: LinkRequest,
): Promise<{ id: string; fullName: string; email: string } | null> {
  const person = { id: profiles.id, fullName: profiles.fullName, email: profiles.email }
  if (purpose === 'email-change' && userId) {
    if (accessVersion === undefined) return null
    const other = alias(profiles, 'other')
    const othersWithIt = db.select({ id: other.id }).from(other).where(hasAddress(other.email, email))
    const [owner] = await db
      .select(person)
      .from(profiles)
      .where(
        and(
          eq(profiles.id, userId),
          profiles.isOpen,
          eq(profiles.accessVersion, accessVersion),
          notExists(othersWithIt),
        ),
      )
    return owner ? { ...owner, email } : null
  }
  const isSuppressed = exists(
    db
      .select({ id: suppressedAddresses.id })
      .from(suppressedAddresses)
      .where(and(hasAddress(suppressedAddresses.email, email), isNull(suppressedAddresses.liftedAt))),
  )
  const [found] = await db
    .select(person)
    .from(profiles)
    .where(
      and(
        hasAddress(profiles.email, email),
        profiles.isOpen,
        purpose === 'email-verification' ? or(eq(profiles.emailVerified, false), isSuppressed) : undefined,
      ),
    )
  return found ?? null
}

/** Addresses are compared in small letters. */
function hasAddress(column: AnyPgColumn, email: string) {
  return sql`lower(${column}) = lower(${email})`
}
