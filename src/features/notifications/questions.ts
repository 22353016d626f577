/** The contact details of a person. */
export interface Contact {
  fullName: string
  email: string
  phone: string | null
  isClosed: boolean
  isSuspended: boolean
  /** The address is confirmed. Before that, the name and address may have been entered by anyone. */
  isProven: boolean
}

/**
 * Queries that notifications needs from higher-level features, implemented in `app/answers.ts`. Types only.
 */
export interface NotificationQuestions {
  /**
   * The contact details of an account, for sending messages; never exposed to other users. Null for students
   * without an email address.
   */
  contact: { about: string; answer: Contact | null }
  /** Whether an account belongs to a student added by a coach without an email address. */
  has_no_mailbox: { about: string; answer: boolean }
  /** The users with open accounts that have this address. */
  holders_of_address: { about: { email: string }; answer: string[] }
  /** The time zone a person teaches in, or else the one of their latest lesson; an IANA name. */
  likely_zone: { about: string; answer: string | null }
}

declare module '#platform/answers.ts' {
  interface Questions extends NotificationQuestions {}
}
