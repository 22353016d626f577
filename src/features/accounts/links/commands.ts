import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { deliverEmail } from '#features/notifications/delivery.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { accountLinkKind, linkLetter } from '../letters.ts'
import { type LinkRequest, sendAccountLink } from './jobs.ts'
import { INVITATION_LIFETIME, LINKS_AN_HOUR, type LinkPurpose, linkRules } from './link.ts'
import { hashOfToken } from './queries.ts'
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
  // Made from the request and our secret: another try makes the same link, and the job's row does not betray it.
  const token = createHmac('sha256', env.SESSION_SECRET)
    .update(`account link ${request.purpose} ${request.requestId}`)
    .digest('base64url')
  const now = clock.now()
  // Raw: so many an hour, counted in the statement that stores one.
  const made = await db.execute(sql`
    insert into account_links (token_hash, purpose, user_id, email, expires_at, created_at, access_version)
    select ${hashOfToken(token)}, ${request.purpose}, ${person.id}::uuid, ${person.email},
      ${toIso(now + (request.isInvitation ? INVITATION_LIFETIME : rules.lifetime))}::timestamptz, ${toIso(now)}::timestamptz, ${request.accessVersion ?? null}
    where (select count(*) from account_links where user_id = ${person.id}::uuid and purpose = ${request.purpose}
      and created_at > ${toIso(now - HOUR)}::timestamptz) < ${LINKS_AN_HOUR}
    on conflict (token_hash) do update set email = excluded.email
    returning token_hash`)
  if (made.rows.length === 0) return
  const query = new URLSearchParams({ token, ...(request.redirect ? { redirect: request.redirect } : {}) })
  const names = { full_name: person.fullName, new_email: person.email }
  const letter = linkLetter(
    request.purpose,
    names,
    `${env.appUrl}${rules.page}?${query}`,
    request.isInvitation,
  )
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
 * Uses a link up, in the transaction of what it is for: of two tries at once one gets it.
 * All other links of that kind the person has are spent with it. One that changes the address works only for who could get
 * in when it was asked for: not after a new password, another address, signing out everywhere or a first proof of the mailbox.
 * @returns whose it was and the mailbox it was sent to
 * @throws AppError link_not_good, the same for used, expired, unknown and made for something else
 */
export async function takeLink(
  tx: Queryable,
  link: { purpose: LinkPurpose; token: string },
  now: number,
): Promise<{ userId: string; email: string }> {
  const at = sql`${toIso(now)}::timestamptz`
  // Raw: looked at and used up at once, against the account's access version.
  const taken = await tx.execute<{ user_id: string; email: string }>(sql`
    update account_links set used_at = ${at}
    where token_hash = ${hashOfToken(link.token)} and purpose = ${link.purpose} and used_at is null and expires_at > ${at}
      and (purpose <> 'email-change'
        or access_version = (select p.access_version from profiles p where p.id = account_links.user_id))
    returning user_id, email`)
  const row = taken.rows[0]
  if (!row) throw linkNotGood()
  await spendLinks(tx, row.user_id, [link.purpose], now)
  return { userId: row.user_id, email: row.email }
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
  // Raw, both: addresses are compared in small letters, one of them with everybody else's.
  if (purpose === 'email-change' && userId) {
    const found = await db.execute<{ id: string; full_name: string }>(sql`
      select id, full_name from profiles where id = ${userId}::uuid and closed_at is null
        and access_version = ${accessVersion ?? null}::integer
        and not exists (select from profiles other where lower(other.email) = lower(${email}))`)
    const row = found.rows[0]
    return row ? { id: row.id, fullName: row.full_name, email } : null
  }
  const found = await db.execute<{ id: string; full_name: string; email: string }>(sql`
    select id, full_name, email from profiles
    where lower(email) = lower(${email}) and closed_at is null and suspended_at is null
      and (${purpose} <> 'email-verification' or not email_verified)`)
  const row = found.rows[0]
  return row ? { id: row.id, fullName: row.full_name, email: row.email } : null
}
