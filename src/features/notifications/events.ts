/** What people say about our letters that others follow up, in the transaction in which they say it. */
export interface LetterEvents {
  /** Somebody turned off emails of a kind, or leaves altogether: a person of ours, or an address in small letters. */
  emails_declined: { userId: string } | { email: string }
}

declare module '#platform/reactions.ts' {
  interface Events extends LetterEvents {}
}
