import { AppError } from '#platform/errors.ts'

export interface TextMessage {
  /** Names the business event and the reader: the same key never reaches a reader twice. */
  key: string
  /** E.164: `+13125550142`. */
  to: string
  text: string
  /**
   * When this key was first tried, in milliseconds since 1970, UTC, if it was. A provider without idempotency keys
   * then looks whether that try got through before it sends again.
   */
  firstTriedAt?: number
}

/** What we need from a provider of text messages. */
export interface SmsPort {
  readonly name: 'local' | 'twilio'
  /**
   * Hands one message over.
   * @throws SmsRefused when trying again cannot help; SmsUnavailable when it may
   */
  send(message: TextMessage): Promise<{ id: string }>
  /**
   * Reads a text somebody sent to us, from the provider's webhook.
   * @throws SmsSignatureError for a request that is not the provider's
   */
  readInbound(request: InboundRequest): Promise<InboundText>
  /**
   * Reads what became of a text that was taken, from the provider's webhook; null while it is still on its way.
   * @throws SmsSignatureError for a request that is not the provider's
   */
  readStatus(request: InboundRequest): Promise<TextStatus | null>
}

/** What became of a text. The same may be told several times, and in any order. */
export interface TextStatus {
  /** As `send` answered. */
  id: string
  outcome: 'delivered' | 'undelivered'
  /** E.164. */
  to: string
  trouble: NumberTrouble | null
  /** The provider's code for why it did not arrive. */
  note: string | null
}

/** What a text says of its number: its owner wants no texts from us, or it takes none at all. */
export type NumberTrouble = 'opted_out' | 'takes_none'

/** Twilio's codes that are about the number and not about the moment: https://www.twilio.com/docs/api/errors */
const troubles: Record<string, NumberTrouble> = {
  // "Attempt to send to unsubscribed recipient"
  '21610': 'opted_out',
  // "'To' number is not a valid mobile number"
  '21614': 'takes_none',
  // "Unknown destination handset", "Landline or unreachable carrier"
  '30005': 'takes_none',
  '30006': 'takes_none',
}

/** What a provider's code says of the number; null for what may be otherwise tomorrow. */
export const troubleOf = (code: string | number | null | undefined): NumberTrouble | null =>
  troubles[String(code ?? '')] ?? null

/** The fields Twilio sends: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
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

/** The webhook's request as it came. */
export interface InboundRequest {
  /** The address the provider called, as it knows it. */
  url: string
  /** The form's fields. */
  fields: Record<string, string>
  signature: string | undefined
}

export interface InboundText {
  /** The provider's own id of the text: the same one may be delivered twice. */
  id: string
  /** E.164. */
  from: string
  text: string
}

/** A request to the webhook that the provider did not sign. */
export class SmsSignatureError extends AppError {
  constructor() {
    super('bad_input', 'bad_signature', 'The signature of this request is not valid.')
    this.name = 'SmsSignatureError'
  }
}

/** The fields Twilio sends: https://www.twilio.com/docs/messaging/guides/webhook-request */
export const readInboundFields = (fields: Record<string, string>): InboundText => ({
  id: fields.MessageSid ?? '',
  from: fields.From ?? '',
  text: (fields.Body ?? '').slice(0, LONGEST_TEXT),
})

/** The number cannot or does not want to be reached, or the message is not acceptable. */
export class SmsRefused extends AppError {
  readonly trouble: NumberTrouble | null
  constructor(why: string, cause?: unknown, trouble: NumberTrouble | null = null) {
    super('bad_input', 'sms_refused', `This text message could not be sent: ${why}.`, { cause })
    this.name = 'SmsRefused'
    this.trouble = trouble
  }
}

/** The provider could not be reached, is busy, or rejects our credentials. */
export class SmsUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'sms_unavailable', 'Text messages are unavailable right now.', { cause })
    this.name = 'SmsUnavailable'
  }
}

/** Twilio's limit: https://www.twilio.com/docs/glossary/what-sms-character-limit */
const LONGEST_TEXT = 1_600

/** What every adapter checks first. @throws SmsRefused */
export function checkTextMessage({ key, to, text }: TextMessage): void {
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new SmsRefused('not a phone number in international form')
  if (text.trim() === '' || key === '') throw new SmsRefused('no words or no key')
  if (text.length > LONGEST_TEXT) throw new SmsRefused(`more than ${LONGEST_TEXT} characters`)
  if (`${text}${key}`.includes('\0')) throw new SmsRefused('a NUL character')
}
