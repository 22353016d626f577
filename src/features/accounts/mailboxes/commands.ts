import { sql } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { readOwnZone } from '#features/notifications/quiet-hours/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { constraintOf } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { requestLink, spendLinks, takeLink } from '../links/commands.ts'
import { confirmPassword } from '../passwords/commands.ts'

const REQUESTS_PER_PERSON = { points: 10, seconds: 60 * 60 }
const USES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

/** Mails the link that confirms somebody's address, once more. Nothing happens for one that is confirmed. @throws AppError too_many_requests */
export async function requestVerification(services: Services, actor: Actor): Promise<void> {
  await services.rateLimits.count('ask-for-own-link', actor.userId, REQUESTS_PER_PERSON)
  await requestLink(services, services.db, { purpose: 'email-verification', email: actor.email })
}

/** Confirms an address by its link; an address that has changed since is not confirmed. @throws AppError link_not_good, too_many_requests */
export async function verifyEmail(services: Services, token: string, from: { ip: string }): Promise<void> {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  await services.db.transaction(async (tx) => {
    const link = await takeLink(tx, { purpose: 'email-verification', token }, services.clock.now())
    await tx.execute(sql`
      update profiles set email_verified = true
      where id = ${link.userId}::uuid and lower(email) = lower(${link.email})`)
  })
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
  await confirmPassword(services, actor.userId, input.password)
  const email = input.newEmail.toLowerCase()
  if (email === actor.email.toLowerCase())
    throw new AppError('conflict', 'same_email', 'That is the address you have.')
  await requestLink(services, services.db, { purpose: 'email-change', email, userId: actor.userId })
}

/**
 * Changes the address by the link that went to the new mailbox, and tells the old one. Links that went to the old mailbox
 * stop working.
 * @throws AppError link_not_good, email_taken, too_many_requests
 */
export async function confirmEmailChange(
  services: Services,
  token: string,
  from: { ip: string },
): Promise<{ email: string }> {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  const now = services.clock.now()
  try {
    return await services.db.transaction(async (tx) => {
      const link = await takeLink(tx, { purpose: 'email-change', token }, now)
      const before = await tx.execute<{ email: string; full_name: string }>(
        sql`select email, full_name from profiles where id = ${link.userId}::uuid for update`,
      )
      const person = before.rows[0]
      if (!person) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
      await tx.execute(sql`
        update profiles set email = ${link.email}, email_verified = true, updated_at = current_instant()
        where id = ${link.userId}::uuid`)
      await spendLinks(tx, link.userId, ['password-reset', 'magic-link', 'email-verification'], now)
      const changed_at = formatMoment(now, await readOwnZone(tx, link.userId))
      await sendLetter(services, tx, {
        key: `email-changed:${link.userId}:${now}`,
        kind: 'account_news',
        userId: link.userId,
        toEmail: person.email,
        letter: {
          template: 'email-changed',
          variables: { full_name: person.full_name, new_email: link.email, changed_at },
        },
      })
      services.sessions.forget(link.userId)
      return { email: link.email }
    })
  } catch (error) {
    if (constraintOf(error)?.kind === 'unique')
      throw new AppError('conflict', 'email_taken', 'This address cannot be used. Please choose another one.')
    throw error
  }
}
