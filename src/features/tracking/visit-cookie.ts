import type { Actor } from '#platform/actor.ts'
import { type SignedCookie, signedCookie } from '#platform/cookies.ts'
import type { Services } from '#ports/services.ts'
import { mayTrack } from './policy.ts'
import { SESSION_SECONDS } from './tracking.ts'

/** The cookie with the id of a browser's visit: random, and signed so that it cannot be forged. */
export const visitCookie = ({ env }: Pick<Services, 'env'>): SignedCookie =>
  signedCookie(env, { name: 'gs_vid', purpose: 'tracking session', seconds: SESSION_SECONDS })

/** The visit to which a request belongs; null if there is none, or if this request may not be tracked. */
export const readVisit = (
  services: Pick<Services, 'env'>,
  actor: Pick<Actor, 'role' | 'impersonatedBy'> | null,
  headers: Headers,
): string | null => (mayTrack(actor, headers) ? visitCookie(services).read(headers) : null)
