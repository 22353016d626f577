import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import { announceTrialInterest } from './emails.ts'
import type { TrialInterest } from './schema.ts'
import { trialInterests } from './tables.ts'

/** For a visitor the address counts, for a member the account: a club house shares one address. */
const REQUESTS_PER_SENDER = { points: 5, seconds: 60 * 60 }
const REQUESTS_PER_EMAIL = { points: 3, seconds: 24 * 60 * 60 }

/**
 * Keeps a request for the free trial and tells our people; the same request sent twice is kept and told once. What fills in the
 * field nobody sees is thanked and forgotten.
 * @throws AppError too_many_requests
 */
export async function sendTrialInterest(
  services: Services,
  from: { actor: Actor | null; ip: string },
  asked: TrialInterest,
): Promise<void> {
  const { rateLimits, db, clock } = services
  await rateLimits.count('trial-sender', from.actor?.userId ?? from.ip, REQUESTS_PER_SENDER)
  await rateLimits.count('trial-email', asked.email.toLowerCase(), REQUESTS_PER_EMAIL)
  const { website, ...request } = asked
  if (website) return
  await db.transaction(async (tx) => {
    const kept = await tx
      .insert(trialInterests)
      .values({ ...request, userId: from.actor?.userId ?? null, createdAt: clock.now() })
      .onConflictDoNothing({ target: trialInterests.clientId })
      .returning({ id: trialInterests.id })
    if (kept.length > 0) await announceTrialInterest(services, tx, asked)
  })
}
