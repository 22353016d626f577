import { createHash } from 'node:crypto'
import { type PushMessage, type PushPort, PushRefused, type PushTarget, PushUnavailable } from './push.ts'

export interface WebPushSettings {
  publicKey: string
  privateKey: string
  /** The contact for operators of push services: `mailto:…` or our URL. */
  contact: string
  /**
   * Additional hosts besides the browser vendors', such as a test double's. They may be reached without
   * encryption.
   */
  extraHosts?: readonly string[]
  timeoutMs?: number
}

/** The push services of Chromium-based browsers, Firefox, Edge and Safari. */
const PUSH_SERVICES =
  /(^|\.)(fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com)$/

/** A notification that could not be delivered within this time is discarded. In seconds. */
const KEPT_FOR_SECONDS = 12 * 3_600
const LONGEST_PAYLOAD = 3_000

/**
 * Standard Web Push: encrypted for the browser (RFC 8291), signed by us (RFC 8292), sent with one POST (RFC
 * 8030).
 */
export function webPush(settings: WebPushSettings): PushPort {
  const { publicKey, privateKey, contact, extraHosts = [], timeoutMs = 10_000 } = settings

  function accepts(endpoint: string): boolean {
    if (endpoint.length > 1_000 || !URL.canParse(endpoint)) return false
    const { protocol, host, hostname, username } = new URL(endpoint)
    if (username !== '') return false
    return (
      extraHosts.includes(host) ||
      (protocol === 'https:' && host === hostname && PUSH_SERVICES.test(hostname))
    )
  }

  /** The library is loaded on the first message. */
  async function requestFor({ endpoint, p256dh, auth }: PushTarget, { key, payload }: PushMessage) {
    const { default: library } = await import('web-push')
    return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      TTL: KEPT_FOR_SECONDS,
      urgency: 'normal',
      topic: createHash('sha256').update(key).digest('base64url').slice(0, 32),
      vapidDetails: { subject: contact, publicKey, privateKey },
    })
  }

  return {
    publicKey,
    accepts,
    async send(target, message) {
      if (!accepts(target.endpoint)) throw new PushRefused('not an address of a push service')
      if (Buffer.byteLength(message.payload) > LONGEST_PAYLOAD) throw new PushRefused('too long')
      const request = await requestFor(target, message).catch((error: unknown) => {
        throw new PushRefused('its keys are not valid', error)
      })
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const answer = await fetch(request.endpoint, {
        method: 'POST',
        headers: headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
        body: new Uint8Array(request.body ?? []),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new PushUnavailable(error)
      })
      await answer.body?.cancel()
      if (answer.ok) return 'sent'
      if (answer.status === 404 || answer.status === 410) return 'gone'
      const cause = new Error(`the push service answered ${answer.status}`)
      // 429 and 5xx are temporary; other statuses are permanent errors of this request.
      throw answer.status === 429 || answer.status >= 500
        ? new PushUnavailable(cause)
        : new PushRefused('the push service turned it down', cause)
    },
  }
}
