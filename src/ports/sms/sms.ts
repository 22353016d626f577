import { AppError } from '#platform/errors.ts'

export interface TextMessage {
  /**
   * Identifies the business event and the recipient: a message with the same key reaches a recipient at most
   * once.
   */
  key: string
  /** E.164: `+13125550142`. */
  to: string
  text: string
  /**
   * When this key was first tried, in milliseconds since 1970, UTC, if it was. A provider without idempotency
   * keys then checks whether that try succeeded before it sends again.
   */
  firstTriedAt?: number
}

/** The operations that we need from a text message provider. */
export interface SmsPort {
  readonly name: 'local' | 'twilio'
  /**
   * Submits one message.
   * @throws SmsRefused when a retry cannot help; SmsUnavailable when it may
   */
  send(message: TextMessage): Promise<{ id: string }>
  /**
   * Parses an inbound text message from the provider's webhook.
   * @throws SmsSignatureError for a request that is not the provider's
   */
  readInbound(request: InboundRequest): Promise<InboundText>
  /**
   * Parses the delivery status of a submitted message from the provider's webhook; null while it is still in
   * transit.
   * @throws SmsSignatureError for a request that is not the provider's
   */
  readStatus(request: InboundRequest): Promise<TextStatus | null>
}

/** The delivery status of a message. Reports may be repeated and arrive in any order. */
export interface TextStatus {
  /** The id returned by `send`. */
  id: string
  outcome: 'delivered' | 'undelivered'
  /** E.164. */
  to: string
  trouble: NumberTrouble | null
  /** The provider's error code. */
  note: string | null
}

/** A permanent problem of the number: its owner has opted out, or it cannot receive text messages. */
export type NumberTrouble = 'opted_out' | 'takes_none'

/**
 * Twilio's error codes that concern the number rather than a temporary condition:
 * https://www.twilio.com/docs/api/errors
 */
const troubles: Record<string, NumberTrouble> = {
  // "Attempt to send to unsubscribed recipient"
  '21610': 'opted_out',
  // "'To' number is not a valid mobile number"
  '21614': 'takes_none',
  // "Unknown destination handset", "Landline or unreachable carrier"
  '30005': 'takes_none',
  '30006': 'takes_none',
}

/** Returns the problem of the number that an error code indicates; null for temporary errors. */
export const troubleOf = (code: string | number | null | undefined): NumberTrouble | null =>
  troubles[String(code ?? '')] ?? null

/**
 * The fields that Twilio sends: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
 */
export function readStatusFields(fields: Record<string, string>): TextStatus | null {
  const { MessageSid: id, MessageStatus: status = '', To: to, ErrorCode: code } = fields
  const outcome =
    status === 'delivered' || status === 'read'
      ? 'delivered'
      : status === 'undelivered' || status === 'failed'
        ? 'undelivered'
        : null
  if (!id || !to || !outcome) return null
  const failed = outcome === 'undelivered'
  return {
    id,
    outcome,
    to,
    trouble: failed ? troubleOf(code) : null,
    note: failed && code ? `error ${code.slice(0, 10)}` : null,
  }
}

/** The unmodified webhook request. */
export interface InboundRequest {
  /** The URL that the provider called, as the provider knows it. */
  url: string
  /** The form's fields. */
  fields: Record<string, string>
  signature: string | undefined
}

export interface InboundText {
  /** The provider's id of the message, which may be delivered twice. */
  id: string
  /** E.164. */
  from: string
  text: string
}

/** A webhook request with an invalid signature. */
export class SmsSignatureError extends AppError {
  constructor() {
    super('bad_input', 'bad_signature', 'The signature of this request is not valid.')
    this.name = 'SmsSignatureError'
  }
}

/** The fields that Twilio sends: https://www.twilio.com/docs/messaging/guides/webhook-request */
export const readInboundFields = (fields: Record<string, string>): InboundText => ({
  id: fields.MessageSid ?? '',
  from: fields.From ?? '',
  text: (fields.Body ?? '').slice(0, LONGEST_TEXT),
})

/** The number cannot or does not want to receive messages, or the message is not acceptable. */
export class SmsRefused extends AppError {
  readonly trouble: NumberTrouble | null
  constructor(why: string, cause?: unknown, trouble: NumberTrouble | null = null) {
    super('bad_input', 'sms_refused', `This text message could not be sent: ${why}.`, { cause })
    this.name = 'SmsRefused'
    this.trouble = trouble
  }
}

/** The provider could not be reached, is overloaded, or rejects our credentials. */
export class SmsUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'sms_unavailable', 'Text messages are unavailable right now.', { cause })
    this.name = 'SmsUnavailable'
  }
}

/** Twilio's limit: https://www.twilio.com/docs/glossary/what-sms-character-limit */
const LONGEST_TEXT = 1_600

/** Validation shared by all adapters. @throws SmsRefused */
export function checkTextMessage({ key, to, text }: TextMessage): void {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new SmsRefused('not a phone number in international form')
  if (text.trim() === '' || key === '') throw new SmsRefused('no words or no key')
  if (text.length > LONGEST_TEXT) throw new SmsRefused(`more than ${LONGEST_TEXT} characters`)
  if (`${text}${key}`.includes('\0')) throw new SmsRefused('a NUL character')
}
