/** How upcoming lessons and unused credits of a suspended person are handled. */
export type PromisesOfSuspended = 'keep' | 'cancel'

/** Account events for other features. Subscribers run in the same transaction. */
export interface AccountEvents {
  /**
   * An admin suspends an account, or cancels what its suspension had kept. `at` in milliseconds since 1970, UTC.
   * Handlers return true when they cancel something.
   */
  account_suspended: {
    userId: string
    adminId: string
    /** The reason given by the admin, for the audit log. */
    reason: string
    promises: PromisesOfSuspended
    at: number
  }
  /** An admin lifts a suspension. Both timestamps in milliseconds since 1970, UTC. */
  suspension_lifted: { userId: string; since: number; at: number }
  /**
   * An account accepts the invitation of a coach who entered a lesson for its address: data entered for
   * `invitedId` now belongs to `studentId`.
   */
  invited_student_accepted: { invitedId: string; studentId: string; instructorId: string }
  /** An account changed its email address. `wasVerified`: the previous address was verified. */
  email_changed: { userId: string; previous: string; wasVerified: boolean }
  /** An account is being closed; its data has not been erased yet. */
  account_closing: { userId: string }
}

declare module '#platform/reactions.ts' {
  interface Events extends AccountEvents {}
}
