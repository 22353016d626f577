import type { z } from 'zod'
import type { Services } from '#ports/services.ts'
import { proveEmailAddress } from '../access.ts'
import { safeRedirect } from '../account.ts'
import { openInvitedAccount } from '../invited-student.ts'
import type { requestMagicLinkSchema } from '../schema.ts'
import { linkNotGood, requestLink, takeLink } from './commands.ts'

const REQUESTS_PER_ADDRESS = { points: 20, seconds: 60 * 60 }
const USES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

/**
 * Emails a sign-in link if the address has an account; the response does not reveal whether it does.
 * @throws AppError too_many_requests
 */
export async function requestMagicLink(
  services: Services,
  input: z.output<typeof requestMagicLinkSchema>,
  from: { ip: string },
) {
  await services.rateLimits.count('ask-for-link', from.ip, REQUESTS_PER_ADDRESS)
  const redirect = safeRedirect(input.redirect)
  await requestLink(services, services.db, {
    purpose: 'magic-link',
    email: input.email.toLowerCase(),
    ...(redirect === '/' ? {} : { redirect }),
  })
}

/**
 * Signs in with an emailed link. If this is the first proof of the mailbox and the browser is not signed in
 * as the owner, another person may have created the account, and their access is removed. The link of an
 * invitation creates an account if the address has none.
 * @returns if a second factor is enabled, the pending state, because the link proves only the mailbox
 * @throws AppError link_not_good, too_many_requests
 */
export async function signInByMagicLink(
  services: Services,
  token: string,
  from: { headers: Headers; ip: string },
) {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  const viewerId = await services.sessions.findUserId(from.headers)
  const userId = await services.db.transaction(async (tx) => {
    const link = await takeLink(tx, { purpose: 'magic-link', token }, services.clock.now())
    const userId = await openInvitedAccount(tx, link)
    if (!userId) throw linkNotGood()
    await proveEmailAddress(services, tx, { ...link, userId }, userId === viewerId)
    return userId
  })
  services.sessions.forget(userId)
  return await services.sessions.open(userId, from.headers)
}
