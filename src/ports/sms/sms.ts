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
  constructor(why: string, cause?: unknown) {
    super('bad_input', 'sms_refused', `This text message could not be sent: ${why}.`, { cause })
    this.name = 'SmsRefused'
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
