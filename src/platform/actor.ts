/** The role of a signed-in user. A prospect is a prospective coach with read-only access. */
export type Role = 'student' | 'coach' | 'admin' | 'prospect'

/** A user's id, name and email address. */
export interface PersonName {
  userId: string
  fullName: string
  email: string
}

/**
 * The authenticated caller. Built on the server from the session or access token only; a client cannot change
 * it.
 */
export interface Actor extends PersonName {
  role: Role
  /** Mail to this address bounced or was reported as spam, so no email is sent to it. */
  emailTrouble?: 'bounced' | 'complained'
  /** The access token used for this call. It grants its scopes and nothing else. */
  token?: { id: string; scopes: readonly string[] }
  /** The admin who is impersonating this user; the audit log records both. */
  impersonatedBy?: string
  /** The admin chose to act rather than only view. Without this flag every write is refused. */
  mayAct?: boolean
  /** When the impersonation ends: milliseconds since 1970, UTC. */
  actingUntil?: number
  /** Prospects only: the demo coach whose dashboard they see. */
  demoCoach?: PersonName
  /** Set on a demo coach that a prospect is viewing: the prospect. */
  prospect?: PersonName
}

/**
 * Returns the actor whose pages are shown: the assigned demo coach for a prospect, the actor itself for
 * everyone else. The data shown belongs to the demo coach, and the prospect cannot change it.
 */
export function asSeenBy(actor: Actor): Actor {
  const { demoCoach, ...self } = actor
  if (actor.role !== 'prospect' || !demoCoach) return actor
  const { userId, fullName, email } = self
  return { ...self, ...demoCoach, role: 'coach', prospect: { userId, fullName, email } }
}
