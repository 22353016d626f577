import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { lockAccount, proveEmailAddress, revokeAllAccess, waitForAccountChanges } from '../access.ts'
import { eraseUnlessNeeded } from '../account-deletion/commands.ts'
import { linkNotGood, requestLink, takeLink } from '../links/commands.ts'
import type { LinkPurpose } from '../links/link.ts'
import { findLinkOwner } from '../links/queries.ts'
import { confirmPassword } from '../passwords/commands.ts'
import type { confirmEmailAddressSchema, refuseEmailAddressSchema } from './schema.ts'

/** Limits links requested by signed-in users. */
export const OWN_LINKS_PER_PERSON = { points: 10, seconds: 60 * 60 }
export const LINK_USES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

export type Confirming = z.output<typeof confirmEmailAddressSchema>
/** The browser in which a link is used. */
export interface LinkUser {
  headers: Headers
  ip: string
}

/**
 * Resends the link that confirms the user's address. Does nothing if it is already confirmed and not
 * suppressed.
 * @throws AppError too_many_requests
 */
export async function requestVerification(services: Services, actor: Actor): Promise<void> {
  await services.rateLimits.count('ask-for-own-link', actor.userId, OWN_LINKS_PER_PERSON)
  await requestLink(services, services.db, { purpose: 'email-verification', email: actor.email })
}

/**
 * Confirms an address with its link. Requires the owner's session or the account's password: otherwise a
 * click by the mailbox owner would confirm an account that another person created with their address.
 * @throws AppError link_not_good, password_needed, wrong_password, no_password, too_many_requests
 */
export async function verifyEmail(services: Services, input: Confirming, from: LinkUser): Promise<void> {
  await services.rateLimits.count('use-link', from.ip, LINK_USES_PER_ADDRESS)
  await confirmHolder(services, 'email-verification', input, from)
  const { userId } = await services.db.transaction(async (tx) => {
    const link = await takeLink(
      tx,
      { purpose: 'email-verification', token: input.token },
      services.clock.now(),
    )
    await proveEmailAddress(services, tx, link, true)
    return link
  })
  services.sessions.forget(userId)
}

/**
 * The mailbox owner states that they did not request this. A change of address is discarded. If the account
 * has never been proved to belong to the mailbox owner, its creator loses access and it is deleted, unless
 * lessons or payments of other people depend on it.
 * @throws AppError link_not_good, too_many_requests
 */
export async function refuseEmailAddress(
  services: Services,
  input: z.output<typeof refuseEmailAddressSchema>,
  from: { ip: string },
): Promise<void> {
  await services.rateLimits.count('use-link', from.ip, LINK_USES_PER_ADDRESS)
  const now = services.clock.now()
  const userId = await services.db.transaction(async (tx) => {
    await waitForAccountChanges(tx)
    const link = await takeLink(tx, input, now, { suspended: true })
    if (input.purpose === 'email-change') return link.userId
    const account = await lockAccount(tx, link.userId)
    if (!account || account.isProven || account.email.toLowerCase() !== link.email.toLowerCase())
      throw linkNotGood()
    await revokeAllAccess(services, tx, account)
    if (!account.isAdmin) await eraseUnlessNeeded(services, tx, account.userId)
    return link.userId
  })
  services.sessions.forget(userId)
}

/**
 * Verifies that the user of a link also holds the account.
 * @throws AppError password_needed, wrong_password, no_password, link_not_good
 */
export async function confirmHolder(
  services: Services,
  purpose: LinkPurpose,
  { token, password }: Confirming,
  { headers }: LinkUser,
): Promise<void> {
  const ownerId = await findLinkOwner(services.db, { purpose, token }, services.clock.now())
  if (!ownerId) throw linkNotGood()
  if (ownerId === (await services.sessions.findUserId(headers))) return
  if (password === undefined)
    throw new AppError('not_allowed', 'password_needed', 'Please enter the password of this account.')
  await confirmPassword(services, ownerId, password)
}
