import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Services } from '#ports/services.ts'
import { safeRedirect } from '../account.ts'
import { requestLink, takeLink } from '../links/commands.ts'
import { removeSecondFactor } from '../second-factors/removal/commands.ts'
import type { requestMagicLinkSchema } from './schema.ts'

const REQUESTS_PER_ADDRESS = { points: 20, seconds: 60 * 60 }
const USES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

/** Mails a sign-in link, if the address has an account; the answer does not depend on it. @throws AppError too_many_requests */
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
 * Signs in by a mailed link. It is the first proof that the mailbox is theirs? Then whoever opened the account with this
 * address may have been somebody else: their sessions end, and their password and second factor go.
 * @returns where a second factor is on, what remembers whose code is waited for: the link proves the mailbox only
 * @throws AppError link_not_good, too_many_requests
 */
export async function signInByMagicLink(
  services: Services,
  token: string,
  from: { headers: Headers; ip: string },
) {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  const userId = await services.db.transaction(async (tx) => {
    const link = await takeLink(tx, { purpose: 'magic-link', token }, services.clock.now())
    const proven = await tx.execute(sql`
      update profiles set email_verified = true
      where id = ${link.userId}::uuid and lower(email) = lower(${link.email}) and not email_verified returning id`)
    if (proven.rows.length > 0) {
      await tx.execute(sql`delete from sessions where user_id = ${link.userId}::uuid`)
      await tx.execute(sql`delete from credentials where user_id = ${link.userId}::uuid`)
      await removeSecondFactor(tx, link.userId)
    }
    return link.userId
  })
  services.sessions.forget(userId)
  return await services.sessions.open(userId, from.headers)
}
