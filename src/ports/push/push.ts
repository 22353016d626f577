import { AppError } from '#platform/errors.ts'

/** A browser's push endpoint and encryption keys, from `PushSubscription.toJSON()`. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /**
   * Identifies the business event: a push service replaces a pending message with a newer one with the same
   * key.
   */
  key: string
  /** The payload for our service worker, at most 3,000 bytes. */
  payload: string
}

/** The operations that we need from browser vendors' push services (RFC 8030). */
export interface PushPort {
  /** Our public key, which a browser needs to subscribe (RFC 8292). */
  readonly publicKey: string
  /** True for the endpoint of a known push service, so that clients cannot make us call arbitrary URLs. */
  accepts(endpoint: string): boolean
  /**
   * @returns 'gone' when the subscription no longer exists
   * @throws PushRefused when a retry cannot help; PushUnavailable when it may
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
