/** What someone signed in as. A prospect is a coach-to-be who only looks. */
export type Role = 'student' | 'coach' | 'admin' | 'prospect'

/** Somebody by id, name and address. */
export interface PersonName {
  userId: string
  fullName: string
  email: string
}

/** Who is asking. Built on the server from the session alone; nothing a client sends can change it. */
export interface Actor extends PersonName {
  role: Role
  /** Letters to the address come back, or its reader called one spam: nothing is sent there. */
  emailTrouble?: 'bounced' | 'complained'
  /** The access token this call came with: it may do what its scopes say, and nothing else. */
  token?: { id: string; scopes: readonly string[] }
  /** The admin behind an impersonation; both go to the audit log. */
  impersonatedBy?: string
  /** The admin chose to act, not only to look. Without it every write is refused. */
  mayAct?: boolean
  /** When the impersonation ends: milliseconds since 1970, UTC. */
  actingUntil?: number
  /** Of a prospect: the demo coach whose dashboard they look at. */
  demoCoach?: PersonName
  /** Of a demo coach as a prospect sees her: the prospect. */
  prospect?: PersonName
}

/**
 * Whose pages an actor looks at: a prospect sees those of the demo coach they were given, everybody else their own.
 * What is then seen belongs to the demo coach; the prospect changes nothing of it.
 */
export function asSeenBy(actor: Actor): Actor {
  const { demoCoach, ...self } = actor
  if (actor.role !== 'prospect' || !demoCoach) return actor
  const { userId, fullName, email } = self
  return { ...self, ...demoCoach, role: 'coach', prospect: { userId, fullName, email } }
}
