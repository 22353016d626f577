/** How a person is reached. */
export interface Contact {
  fullName: string
  email: string
  phone: string | null
  isClosed: boolean
  isSuspended: boolean
  /** Their mailbox is confirmed. Before that, anybody may have typed the name and the address. */
  isProven: boolean
}

/** What notifications ask features above them, which answer through `app/answers.ts`. Types only. */
export interface NotificationQuestions {
  /** How to reach the owner of an account, for messages we send; never part of an answer to others. Null for students without an email address. */
  contact: { about: string; answer: Contact | null }
  /** Whether an account is of a student whom a coach entered without an email address. */
  has_no_mailbox: { about: string; answer: boolean }
  /** The people whose open accounts have an address. */
  holders_of_address: { about: { email: string }; answer: string[] }
  /** The zone a person teaches in, or that of their latest lesson; an IANA name. */
  likely_zone: { about: string; answer: string | null }
}

declare module '#platform/answers.ts' {
  interface Questions extends NotificationQuestions {}
}
