import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, exists, gt, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { suppressedAddresses } from '#features/notifications/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { accountLinkKind, linkLetter } from '../letters.ts'
import { credentials, invitedStudents, profiles } from '../tables.ts'
import { type LinkRequest, sendAccountLink } from './jobs.ts'
import { INVITATION_LIFETIME, LETTER_LIFETIME, LINKS_AN_HOUR, type LinkPurpose, linkRules } from './link.ts'
import { hashOfToken, leadsToOpenAccount } from './queries.ts'
import { accountLinks } from './tables.ts'

/**
 * Requests a link by email. Does the same work whether or not the address has an account, to prevent timing
 * attacks.
 */
export async function requestLink(
  services: Services,
  tx: Queryable,
  request: Omit<LinkRequest, 'requestId'>,
): Promise<void> {
  await services.jobs.send(tx, sendAccountLink, { ...request, requestId: randomUUID() })
}

/**
 * Runs the job: creates the link for its recipient, if there is one, and emails it.
 * @throws the mail provider's error, so that the job is retried
 */
export async function mailLink(services: Services, request: LinkRequest): Promise<void> {
  const { db, clock, env } = services
  const person = await findRecipient(db, request)
  if (!person) return
  const rules = linkRules[request.purpose]
  const token = tokenOf(env, request)
  const now = clock.now()
  // Raw: enforces the hourly limit in the statement that inserts the link.
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

/**
 * Derived from the request and a secret: a retry creates the same link, and the job's row does not reveal it.
 */
const tokenOf = (
  env: Pick<Services['env'], 'SESSION_SECRET'>,
  link: { purpose: LinkPurpose; requestId: string },
) =>
  createHmac('sha256', env.SESSION_SECRET)
    .update(`account link ${link.purpose} ${link.requestId}`)
    .digest('base64url')

/**
 * Creates a sign-in URL for a person whose only way into the account is their mailbox, for use in an email.
 * It works once: for two weeks if the account has never been used, otherwise for a day. For an invited
 * student it opens the account with their address, creating it if there is none.
 * @param link.requestId identifies the email: the same id gives the same URL
 * @param link.redirect a path in this application to go to
 * @returns null for a person with another way to sign in, and for a closed or suspended account
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
 * Uses a link, in the same transaction as its effect: of two concurrent attempts only one succeeds. All of
 * the person's other links for this purpose are invalidated. A link for a change of address works only while
 * the account's means of access are unchanged since it was requested: not after a new password, another
 * address, signing out everywhere or a first proof of the mailbox.
 * @param of.suspended also accepts a link of a suspended account
 * @returns the owner and the mailbox it was sent to
 * @throws AppError link_not_good, the same for used, expired, unknown and mismatched links
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

/** The same error for a link that is used, expired, unknown, for another purpose or no longer applicable. */
export const linkNotGood = () =>
  new AppError('gone', 'link_not_good', 'This link has been used or has expired. Please request a new one.')

/** Invalidates links whose target has changed. */
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

/**
 * Null if the address has no account, if a new email belongs to another account, or if the account's means of
 * access have changed.
 */
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

/** Compares addresses case-insensitively. */
function hasAddress(column: AnyPgColumn, email: string) {
  return sql`lower(${column}) = lower(${email})`
}
