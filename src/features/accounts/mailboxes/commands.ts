import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { readOwnZone } from '#features/notifications/quiet-hours/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { constraintOf } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { lockAccount, proveMailbox, putOut, renewAccess } from '../access/commands.ts'
import { readAccessVersion } from '../access/queries.ts'
import { eraseUnlessNeeded } from '../closures/commands.ts'
import { emailChanged } from '../letters.ts'
import { linkNotGood, requestLink, spendLinks, takeLink } from '../links/commands.ts'
import { type LinkPurpose, linkPurposes } from '../links/link.ts'
import { findLinkOwner } from '../links/queries.ts'
import { confirmPassword } from '../passwords/commands.ts'
import type { confirmMailboxSchema, refuseMailboxSchema } from './schema.ts'

const REQUESTS_PER_PERSON = { points: 10, seconds: 60 * 60 }
const USES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

type Confirming = z.output<typeof confirmMailboxSchema>
interface From {
  headers: Headers
  ip: string
}

/** Mails the link that confirms somebody's address, once more. Nothing happens for one that is confirmed. @throws AppError too_many_requests */
export async function requestVerification(services: Services, actor: Actor): Promise<void> {
  await services.rateLimits.count('ask-for-own-link', actor.userId, REQUESTS_PER_PERSON)
  await requestLink(services, services.db, { purpose: 'email-verification', email: actor.email })
}

/**
 * Confirms an address by its link, in a browser that is signed in as the owner or with the account's password: a click alone
 * would confirm the account of whoever opened it with somebody else's address.
 * @throws AppError link_not_good, password_needed, wrong_password, no_password, too_many_requests
 */
export async function verifyEmail(services: Services, input: Confirming, from: From): Promise<void> {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  await confirmHolder(services, 'email-verification', input, from)
  await services.db.transaction(async (tx) => {
    const link = await takeLink(
      tx,
      { purpose: 'email-verification', token: input.token },
      services.clock.now(),
    )
    await proveMailbox(services, tx, link, true)
  })
}

/**
 * Whoever reads the mailbox says that they did not ask for this. A change of address does not happen. An account that nobody
 * was seen to own is closed to whoever opened it, and deleted unless lessons or money of others depend on it.
 * @throws AppError link_not_good, too_many_requests
 */
export async function refuseMailbox(
  services: Services,
  input: z.output<typeof refuseMailboxSchema>,
  from: { ip: string },
): Promise<void> {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  const now = services.clock.now()
  const userId = await services.db.transaction(async (tx) => {
    const link = await takeLink(tx, input, now)
    if (input.purpose === 'email-change') return link.userId
    const account = await lockAccount(tx, link.userId)
    if (!account || account.isProven || account.email.toLowerCase() !== link.email.toLowerCase())
      throw linkNotGood()
    await putOut(tx, account, now)
    if (!account.isAdmin) await eraseUnlessNeeded(services, tx, account.userId)
    return link.userId
  })
  services.sessions.forget(userId)
}

/**
 * Starts a change of address: nothing changes until the new mailbox confirms it. Whether somebody else has that address is
 * not said.
 * @throws AppError wrong_password, no_password, same_email, too_many_requests
 */
export async function requestEmailChange(
  services: Services,
  actor: Actor,
  input: { newEmail: string; password: string },
): Promise<void> {
  await services.rateLimits.count('ask-for-own-link', actor.userId, REQUESTS_PER_PERSON)
  // Before the password is looked at: a change that is asked for with an old one leads nowhere.
  const accessVersion = (await readAccessVersion(services.db, actor.userId)) ?? 0
  await confirmPassword(services, actor.userId, input.password)
  const email = input.newEmail.toLowerCase()
  if (email === actor.email.toLowerCase())
    throw new AppError('conflict', 'same_email', 'That is the address you have.')
  const { userId } = actor
  await requestLink(services, services.db, { purpose: 'email-change', email, userId, accessVersion })
}

/**
 * Changes the address by the link that went to the new mailbox, and tells the old one. In a browser that is signed in as the
 * owner or with the account's password, as {@link verifyEmail}. Everything that was given out under the old address stops
 * working.
 * @throws AppError link_not_good, email_taken, password_needed, wrong_password, no_password, too_many_requests
 */
export async function confirmEmailChange(
  services: Services,
  input: Confirming,
  from: From,
): Promise<{ userId: string; email: string }> {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  await confirmHolder(services, 'email-change', input, from)
  const now = services.clock.now()
  try {
    return await services.db.transaction(async (tx) => {
      const link = await takeLink(tx, { purpose: 'email-change', token: input.token }, now)
      const account = await lockAccount(tx, link.userId)
      if (!account)
        throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
      await tx.execute(sql`
        update profiles set email = ${link.email}, email_verified = true, mailbox_proven_at = current_instant(),
          updated_at = current_instant()
        where id = ${link.userId}::uuid`)
      await renewAccess(tx, link.userId, now)
      await spendLinks(tx, link.userId, linkPurposes, now)
      const changed_at = formatMoment(now, await readOwnZone(tx, link.userId))
      await sendLetter(services, tx, {
        key: `email-changed:${link.userId}:${now}`,
        kind: 'account_news',
        userId: link.userId,
        toEmail: account.email,
        letter: fillIn(emailChanged, { full_name: account.fullName, new_email: link.email, changed_at }),
      })
      services.sessions.forget(link.userId)
      return link
    })
  } catch (error) {
    if (constraintOf(error)?.kind === 'unique')
      throw new AppError('conflict', 'email_taken', 'This address cannot be used. Please choose another one.')
    throw error
  }
}

/**
 * Makes sure that whoever uses a link holds the account as well.
 * @throws AppError password_needed, wrong_password, no_password, link_not_good
 */
async function confirmHolder(
  services: Services,
  purpose: LinkPurpose,
  { token, password }: Confirming,
  { headers }: From,
): Promise<void> {
  const ownerId = await findLinkOwner(services.db, { purpose, token }, services.clock.now())
  if (!ownerId) throw linkNotGood()
  if (ownerId === (await services.sessions.findUserId(headers))) return
  if (password === undefined)
    throw new AppError('not_allowed', 'password_needed', 'Please enter the password of this account.')
  await confirmPassword(services, ownerId, password)
}
