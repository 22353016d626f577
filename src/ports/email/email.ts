import { AppError } from '#platform/errors.ts'

export interface Mail {
  /**
   * Identifies the business event and the recipient: mails with the same key reach a recipient at most once.
   */
  key: string
  to: { email: string; name?: string }
  subject: string
  html: string
  /** The plain-text version. */
  text: string
  /** A calendar file to attach (RFC 5545); calendar programs act on its method. */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; text: string }
  /** The URL for one-click unsubscription by POST (RFC 8058); mail programs show a button for it. */
  unsubscribeUrl?: string
}

/** The operations that we need from a mail provider. */
export interface EmailPort {
  readonly name: 'local' | 'smtp'
  /**
   * Submits one mail. The same key gives the same id.
   * @throws EmailRefused when a retry cannot help; EmailUnavailable when it may
   */
  send(mail: Mail): Promise<{ id: string }>
  /**
   * Parses a webhook event about a mail; null if no webhook is configured.
   * @param rawBody the unmodified body; now in milliseconds since 1970, UTC
   * @returns null for an authentic event that requires no action
   * @throws EmailSignatureError
   */
  readonly readEvent: ((rawBody: string, now: number) => EmailEvent | null) | null
  /** Closes the connections that are kept open for later mails. */
  close(): void
}

/**
 * The delivery status of a mail, some time after it was accepted. Events may be repeated and arrive in any
 * order.
 */
export interface EmailEvent {
  id: string
  /**
   * The signed token. It must be accepted only once, because the signature does not cover the rest of the
   * event.
   */
  token: string
  /** `undelivered` is permanent: failures that the provider retries are not reported. */
  outcome: 'delivered' | 'undelivered' | 'complained'
  /** The mailbox does not exist or accepts no mail, so later mails will not be delivered either. */
  isAddressBad: boolean
  email: string
  /** The id returned by `send`, without brackets; null if the provider does not report it. */
  messageId: string | null
  /** The response of the recipient's mail server. */
  note: string | null
  /** Milliseconds since 1970, UTC. */
  at: number
}

/** Normalizes a message id to the format of events. */
export const bareMessageId = (id: string) => id.replace(/^<|>$/g, '')

/** A webhook with an invalid or expired signature. */
export class EmailSignatureError extends AppError {
  constructor(cause?: unknown) {
    super('bad_input', 'bad_signature', 'The signature of this event is not valid.', { cause })
    this.name = 'EmailSignatureError'
  }
}

/** The mail itself or the recipient's address was rejected. */
export class EmailRefused extends AppError {
  constructor(why: string, cause?: unknown) {
    super('bad_input', 'email_refused', `This email could not be sent: ${why}.`, { cause })
    this.name = 'EmailRefused'
  }
}

/** The provider could not be reached, is overloaded, or rejects our credentials. */
export class EmailUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'email_unavailable', 'Email is unavailable right now.', { cause })
    this.name = 'EmailUnavailable'
  }
}

/**
 * A single plain address; excludes anything that a mail program could parse as a second address or as a
 * header.
 */
const ADDRESS = /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/iu

/**
 * Rejects mails that must never reach a provider: a line break in a header could add headers and recipients.
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
