import { AppError } from '#platform/errors.ts'

/** Where a browser is reached and how to encrypt for it: what `PushSubscription.toJSON()` gives. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** Names the business event: a push service replaces one that still waits by a newer of the same key. */
  key: string
  /** What our service worker reads, at most 3,000 bytes. */
  payload: string
}

/** What we need from the push services of the browsers' makers (RFC 8030). */
export interface PushPort {
  /** Our public key, which a browser asks for when it subscribes (RFC 8292). */
  readonly publicKey: string
  /** True for an address of a known push service: nobody makes us call another one. */
  accepts(endpoint: string): boolean
  /**
   * @returns 'gone' when the browser no longer wants to be reached there
   * @throws PushRefused when trying again cannot help; PushUnavailable when it may
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}

export class PushRefused extends AppError {
  constructor(why: string, cause?: unknown) {
    super('bad_input', 'push_refused', `This notification could not be sent: ${why}.`, { cause })
    this.name = 'PushRefused'
  }
}

export class PushUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'push_unavailable', 'Notifications are unavailable right now.', { cause })
    this.name = 'PushUnavailable'
  }
}
