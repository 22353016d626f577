import type { Actor } from '#platform/actor.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { announceTrialInterest } from './emails.ts'
import type { TrialInterest } from './schema.ts'
import { trialInterests } from './tables.ts'

/** For a visitor the address counts, for a member the account: a club house shares one address. */
const REQUESTS_PER_SENDER = { points: 5, seconds: 60 * 60 }
const REQUESTS_PER_EMAIL = { points: 3, seconds: 24 * 60 * 60 }

/**
 * Stores a request for the free trial and emails our team; the same request sent twice is stored and emailed once. Without a
 * `clientId`, the same words on the same day (UTC) are the same request. A request that fills in the hidden field is dropped.
 * @throws AppError too_many_requests
 */
export async function sendTrialInterest(
  services: Services,
  from: { actor: Actor | null; ip: string },
  sent: Omit<TrialInterest, 'clientId'> & { clientId?: string | undefined },
): Promise<void> {
  const { rateLimits, db, clock } = services
  await rateLimits.count('trial-sender', from.actor?.userId ?? from.ip, REQUESTS_PER_SENDER)
  await rateLimits.count('trial-email', sent.email.toLowerCase(), REQUESTS_PER_EMAIL)
  if (sent.website) return
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const asked = { ...sent, clientId: sent.clientId ?? uuidV8(JSON.stringify({ ...sent, day })) }
  const { website: _, ...request } = asked
  await db.transaction(async (tx) => {
    const kept = await tx
      .insert(trialInterests)
      .values({ ...request, userId: from.actor?.userId ?? null, createdAt: clock.now() })
      .onConflictDoNothing({ target: trialInterests.clientId })
      .returning({ id: trialInterests.id })
    if (kept.length > 0) await announceTrialInterest(services, tx, asked)
  })
}
