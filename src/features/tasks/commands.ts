import { sql } from 'drizzle-orm'
import type { Services } from '#ports/services.ts'
import { coachFirstSteps } from './tables.ts'

const CHANGES_AN_HOUR = { points: 120, seconds: 3600 }

/** Remembers that a coach passed the public page on, when it was the first time. @throws AppError too_many_requests */
export async function noteShare(services: Services, coachId: string): Promise<void> {
  await services.rateLimits.count('first-steps', coachId, CHANGES_AN_HOUR)
  const sharedAt = services.clock.now()
  await services.db
    .insert(coachFirstSteps)
    .values({ instructorId: coachId, sharedAt })
    .onConflictDoUpdate({
      target: coachFirstSteps.instructorId,
      set: { sharedAt: sql`coalesce(${coachFirstSteps.sharedAt}, excluded.shared_at)` },
    })
}

/** Puts the list of first steps away, or brings it back. @throws AppError too_many_requests */
export async function setDismissed(services: Services, coachId: string, isDismissed: boolean): Promise<void> {
  await services.rateLimits.count('first-steps', coachId, CHANGES_AN_HOUR)
  const dismissedAt = isDismissed ? services.clock.now() : null
  await services.db
    .insert(coachFirstSteps)
    .values({ instructorId: coachId, dismissedAt })
    .onConflictDoUpdate({ target: coachFirstSteps.instructorId, set: { dismissedAt } })
}
