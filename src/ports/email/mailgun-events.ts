import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { bareMessageId, type EmailEvent, EmailSignatureError } from './email.ts'

/**
 * Mailgun's webhooks: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks.
 * The signature is an HMAC-SHA256 of a timestamp and a token in the body, and covers nothing else, so the
 * caller must accept each token only once. An event that was not accepted is resent for about eight hours
 * with the same signature.
 */
const GOOD_FOR_SECONDS = 12 * 3_600
/** Mailgun's clock may be ahead of ours. */
const AHEAD_SECONDS = 300

const signature = z.object({
  timestamp: z.string().regex(/^\d{1,12}$/),
  token: z.string().min(1).max(200),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})

const event = z.object({
  event: z.string(),
  id: z.string().min(1).max(200),
  timestamp: z.number(),
  recipient: z.string().max(320).optional(),
  /** For failures: Mailgun retries `temporary` ones. */
  severity: z.string().optional(),
  reason: z.string().nullish(),
  message: z
    .object({ headers: z.object({ 'message-id': z.string().nullish() }).partial().optional() })
    .optional(),
  'delivery-status': z
    .object({
      code: z.union([z.number(), z.string()]).nullish(),
      message: z.string().nullish(),
      description: z.string().nullish(),
      'bounce-type': z.string().nullish(),
    })
    .nullish(),
  reject: z.object({ reason: z.string().nullish(), description: z.string().nullish() }).nullish(),
})

const envelope = z.object({ signature: z.unknown(), 'event-data': z.unknown() })

/**
 * Verifies and parses a webhook in Mailgun's format; both adapters use it.
 * @param keys accepted signing keys: two during a key rotation
 * @throws EmailSignatureError; ZodError when an authentic event is not shaped as documented
 */
export function readMailgunEvent(rawBody: string, keys: readonly string[], now: number): EmailEvent | null {
  const body = parse(rawBody)
  const signed = signature.safeParse(body?.signature)
  if (!signed.success || !isSigned(signed.data, keys, now)) throw new EmailSignatureError()
  const found = event.parse(body?.['event-data'])
  const outcome = outcomeOf(found)
  if (!outcome || !found.recipient) return null
  return {
    id: found.id,
    token: signed.data.token,
    outcome,
    isAddressBad: outcome === 'undelivered' && isAddressBad(found),
    email: found.recipient.toLowerCase(),
    messageId: bareMessageId(found.message?.headers?.['message-id'] ?? '') || null,
    note: noteOf(found),
    at: Math.round(found.timestamp * 1000),
  }
}

/**
 * Signs an event as Mailgun does, for the local adapter and the tests.
 * @param now milliseconds since 1970, UTC
 */
export function signMailgunEvent(data: object, options: { key: string; token: string; now: number }): string {
  const { token } = options
  const timestamp = String(Math.floor(options.now / 1000))
  const hash = createHmac('sha256', options.key)
    .update(timestamp + token)
    .digest('hex')
  return JSON.stringify({ signature: { timestamp, token, signature: hash }, 'event-data': data })
}

function parse(rawBody: string) {
  try {
    return envelope.safeParse(JSON.parse(rawBody)).data
  } catch (error) {
    throw new EmailSignatureError(error)
  }
}

function isSigned(
  { timestamp, token, signature: given }: z.output<typeof signature>,
  keys: readonly string[],
  now: number,
) {
  const age = now / 1000 - Number(timestamp)
  if (age > GOOD_FOR_SECONDS || age < -AHEAD_SECONDS) return false
  return keys.some((key) => {
    const expected = createHmac('sha256', key)
      .update(timestamp + token)
      .digest()
    return key !== '' && timingSafeEqual(expected, Buffer.from(given, 'hex'))
  })
}

function outcomeOf({ event: type, severity, reason }: z.output<typeof event>): EmailEvent['outcome'] | null {
  if (type === 'delivered') return 'delivered'
  if (type === 'complained') return 'complained'
  // Mailgun does not send to recipients who complained before.
  if (type === 'failed' && reason === 'suppress-complaint') return 'complained'
  if (type === 'failed') return severity === 'temporary' ? null : 'undelivered'
  return type === 'rejected' ? 'undelivered' : null
}

/** Expired retries and content rejections say nothing about the address. */
function isAddressBad({ event: type, reason, 'delivery-status': status }: z.output<typeof event>): boolean {
  if (type !== 'failed' || reason === 'old' || reason === 'suppress-unsubscribe') return false
  if (reason === 'suppress-bounce') return true
  const kind = status?.['bounce-type']
  return kind ? kind === 'hard' : [550, 551, 553, 605].includes(Number(status?.code))
}

function noteOf({ 'delivery-status': status, reject, reason }: z.output<typeof event>): string | null {
  const words =
    status?.message || status?.description || reject?.description || reject?.reason || reason || ''
  const line = [status?.code, words].filter(Boolean).join(' ')
  return line === '' ? null : line
}
