import { eq } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { readOwnZone } from '#features/notifications/quiet-hours-setting.ts'
import { liftSuppression } from '#features/notifications/suppressions.ts'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import { constraintOf } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { lockAccount, renewAccess } from '../access.ts'
import { readAccessVersion } from '../access-version.ts'
import { accountNewsKind, emailChanged } from '../letters.ts'
import { requestLink, spendLinks, takeLink } from '../links/commands.ts'
import { linkPurposes } from '../links/link.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { profiles } from '../tables.ts'
import {
  type Confirming,
  confirmHolder,
  LINK_USES_PER_ADDRESS,
  type LinkUser,
  OWN_LINKS_PER_PERSON,
} from './verification.ts'

/**
 * Requests a change of address. Nothing changes until it is confirmed from the new mailbox. The response does
 * not reveal whether the address belongs to another account.
 * @throws AppError wrong_password, no_password, same_email, too_many_requests
 */
export async function requestEmailChange(
  services: Services,
  actor: Actor,
  input: { newEmail: string; password: string },
): Promise<void> {
  await services.rateLimits.count('ask-for-own-link', actor.userId, OWN_LINKS_PER_PERSON)
  // Read before the password is checked, so that a change requested with an outdated password is rejected
  // later.
  const accessVersion = (await readAccessVersion(services.db, actor.userId)) ?? 0
  await confirmPassword(services, actor.userId, input.password)
  const email = input.newEmail.toLowerCase()
  if (email === actor.email.toLowerCase())
    throw new AppError('conflict', 'same_email', 'That is the address you have.')
  const { userId } = actor
  await requestLink(services, services.db, { purpose: 'email-change', email, userId, accessVersion })
}

/**
 * Changes the address with the link sent to the new mailbox, and notifies the old one. Requires the owner's
 * session or the account's password, like {@link verifyEmail}. Everything issued under the old address is
 * invalidated.
 * @throws AppError link_not_good, email_taken, password_needed, wrong_password, no_password,
 *   too_many_requests
 */
export async function confirmEmailChange(
  services: Services,
  input: Confirming,
  from: LinkUser,
): Promise<{ userId: string; email: string }> {
  await services.rateLimits.count('use-link', from.ip, LINK_USES_PER_ADDRESS)
  await confirmHolder(services, 'email-change', input, from)
  const now = services.clock.now()
  try {
    return await services.db.transaction(async (tx) => {
      const link = await takeLink(tx, { purpose: 'email-change', token: input.token }, now)
      const account = await lockAccount(tx, link.userId)
      if (!account) throw new AppError('not_found', 'no_such_account', 'This account no longer exists.')
      await tx
        .update(profiles)
        .set({ email: link.email, emailVerified: true, mailboxProvenAt: present, updatedAt: present })
        .where(eq(profiles.id, link.userId))
      await liftSuppression(tx, link.email, now)
      await renewAccess(tx, link.userId, now)
      await spendLinks(tx, link.userId, linkPurposes, now)
      const changed_at = formatMoment(now, await readOwnZone(services, tx, link.userId))
      await sendLetter(services, tx, {
        key: `email-changed:${link.userId}:${now}`,
        kind: accountNewsKind,
        userId: link.userId,
        toEmail: account.email,
        letter: fillIn(emailChanged, { full_name: account.fullName, new_email: link.email, changed_at }),
      })
      await publish(services, tx, 'email_changed', {
        userId: link.userId,
        previous: account.email,
        wasVerified: account.isConfirmed || account.isProven,
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
