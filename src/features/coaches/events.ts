/** What happens to a coach's profile that others follow up, in the transaction in which it happens. */
export interface CoachEvents {
  /** An admin recorded that a certificate of a coach is verified. `at` is milliseconds since 1970, UTC. */
  credential_recorded: { instructorId: string; credential: string; adminId: string; at: number }
}

declare module '#platform/reactions.ts' {
  interface Events extends CoachEvents {}
}
