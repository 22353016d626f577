/** Events about email preferences. Subscribers run in the same transaction. */
export interface LetterEvents {
  /**
   * A person turned off emails of some kind or is closing their account; given by id or by lowercase address.
   */
  emails_declined: { userId: string } | { email: string }
}

declare module '#platform/reactions.ts' {
  interface Events extends LetterEvents {}
}
