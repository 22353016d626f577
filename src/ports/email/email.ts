import { AppError } from '#platform/errors.ts'

export interface Mail {
  /** Names the business event and the reader: the same key never reaches a reader twice as two mails. */
  key: string
  to: { email: string; name?: string }
  subject: string
  html: string
  /** The same in plain words, for those who read without pictures. */
  text: string
  /** A calendar file that comes with it (RFC 5545); calendars act on its method. */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; text: string }
  /** Where a POST unsubscribes at once (RFC 8058); mail programs show a button for it. */
  unsubscribeUrl?: string
}

/** What we need from a mail provider. */
export interface EmailPort {
  readonly name: 'local' | 'smtp'
  /**
   * Hands one mail over. The same key gives the same id.
   * @throws EmailRefused when trying again cannot help; EmailUnavailable when it may
   */
  send(mail: Mail): Promise<{ id: string }>
  /**
   * Reads what the provider tells of mails by webhook; null where none is set up to tell anything.
   * @param rawBody as it came; now in milliseconds since 1970, UTC
   * @returns null for what is genuine and nothing we act on
   * @throws EmailSignatureError
   */
  readonly readEvent: ((rawBody: string, now: number) => EmailEvent | null) | null
  /** Ends the connections that are kept for the next mails. */
  close(): void
}

/** What became of a mail, some time after it was taken. The same may be told several times and in any order. */
export interface EmailEvent {
  id: string
  /** What the signature covers: good for this event alone, whatever else is sent with it. */
  token: string
  /** `undelivered` for good: what is tried again by the provider is not told. */
  outcome: 'delivered' | 'undelivered' | 'complained'
  /** The mailbox does not exist or takes no mail: no later mail will arrive either. */
  isAddressBad: boolean
  email: string
  /** As `send` answered, without brackets; null where the provider doesn't say. */
  messageId: string | null
  /** What the reader's mail server said. */
  note: string | null
  /** Milliseconds since 1970, UTC. */
  at: number
}

/** A message id as events have it. */
export const bareMessageId = (id: string) => id.replace(/^<|>$/g, '')

/** A webhook that the provider did not sign, or signed too long ago. */
export class EmailSignatureError extends AppError {
  constructor(cause?: unknown) {
    super('bad_input', 'bad_signature', 'The signature of this event is not valid.', { cause })
    this.name = 'EmailSignatureError'
  }
}

/** The mail itself, or its reader's address, was turned down. */
export class EmailRefused extends AppError {
  constructor(why: string, cause?: unknown) {
    super('bad_input', 'email_refused', `This email could not be sent: ${why}.`, { cause })
    this.name = 'EmailRefused'
  }
}

/** The provider could not be reached, is busy, or rejects our credentials. */
export class EmailUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'email_unavailable', 'Email is unavailable right now.', { cause })
    this.name = 'EmailUnavailable'
  }
}

/** One plain address. Nothing that a mail program could read as a second one, or as a header. */
const ADDRESS = /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/iu

/**
 * Refuses what must never reach a provider: a line break in a header adds headers, and with them readers.
 * Every adapter calls it first.
 * @throws EmailRefused
 */
export function checkMail(mail: Mail): void {
  if (mail.to.email.length > 254 || !ADDRESS.test(mail.to.email))
    throw new EmailRefused('not an email address')
  for (const header of [mail.subject, mail.to.name ?? '', mail.key])
    if (/\p{Cc}/u.test(header)) throw new EmailRefused('a control character in a header')
  if (mail.unsubscribeUrl && !/^https?:\/\/[\x21-\x7e]+$/.test(mail.unsubscribeUrl))
    throw new EmailRefused('not an address to unsubscribe at')
  if (mail.subject.trim() === '' || mail.key === '') throw new EmailRefused('no subject or no key')
  if (`${mail.html}${mail.text}`.includes('\0')) throw new EmailRefused('a NUL character in the body')
}
