/** What becomes of the lessons to come and the unused credits of somebody who is suspended. */
export type PromisesOfSuspended = 'keep' | 'cancel'

/** What happens to an account that other features follow up, in the transaction in which it happens. */
export interface AccountEvents {
  /** An admin suspends somebody. `at` in milliseconds since 1970, UTC. */
  account_suspended: {
    userId: string
    adminId: string
    /** The admin's words, for the audit log. */
    reason: string
    promises: PromisesOfSuspended
    at: number
  }
  /** An admin lifts a suspension. Both instants in milliseconds since 1970, UTC. */
  suspension_lifted: { userId: string; since: number; at: number }
  /**
   * An account accepts the invitation of a coach who entered a lesson for its address: what was entered for `invitedId` is
   * `studentId`'s from now on.
   */
  invited_student_accepted: { invitedId: string; studentId: string; instructorId: string }
  /** An account is being closed; nothing of it is erased yet. */
  account_closing: { userId: string }
}

declare module '#platform/reactions.ts' {
  interface Events extends AccountEvents {}
}
