/** What happens to a coach's profile that others follow up, in the transaction in which it happens. */
export interface CoachEvents {
  /** An admin looked at a certificate that its coach had asked about, and recorded it. */
  credential_checked: { requestId: string }
}

declare module '#platform/reactions.ts' {
  interface Events extends CoachEvents {}
}
