import type RequestClient from 'twilio/lib/base/RequestClient.js'
import {
  checkTextMessage,
  type InboundRequest,
  readInboundFields,
  readStatusFields,
  type SmsPort,
  SmsRefused,
  SmsSignatureError,
  SmsUnavailable,
  type TextMessage,
  troubleOf,
} from './sms.ts'

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** A number in E.164 format, or the id of a messaging service (`MG…`). */
  from: string
  /** The URL for Twilio's delivery reports; without it none are received. */
  statusUrl?: string
  /** Overrides https://api.twilio.com. */
  apiBase?: string
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number
}

/** The maximum assumed clock difference, in milliseconds. */
const CLOCK_SLACK = 60_000

/**
 * Sends through Twilio. It has no idempotency keys for messages, so a retry (`firstTriedAt`) first looks for
 * the message among the most recent ones to that number.
 */
export function twilioSms(settings: TwilioSettings): SmsPort {
  let opening: ReturnType<typeof openClient> | undefined
  const sender = settings.from.startsWith('MG')
    ? { messagingServiceSid: settings.from }
    : { from: settings.from }

  return {
    name: 'twilio',
    async send(message) {
      checkTextMessage(message)
      opening ??= openClient(settings)
      const client = await opening
      try {
        const sent = await findEarlierTry(client, message)
        if (sent) return { id: sent.sid }
        const created = await client.messages.create({
          ...sender,
          to: message.to,
          body: message.text,
          ...(settings.statusUrl ? { statusCallback: settings.statusUrl } : {}),
        })
        return { id: created.sid }
      } catch (error) {
        throw isFinal(error)
          ? new SmsRefused('the provider turned it down', error, troubleOf(codeOf(error)))
          : new SmsUnavailable(error)
      }
    },
    async readInbound(request) {
      await verify(request)
      return readInboundFields(request.fields)
    },
    async readStatus(request) {
      await verify(request)
      return readStatusFields(request.fields)
    },
  }

  async function verify({ url, fields, signature }: InboundRequest): Promise<void> {
    const { default: twilio } = await import('twilio')
    if (!signature || !twilio.validateRequest(settings.authToken, signature, url, fields))
      throw new SmsSignatureError()
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null

type Client = Awaited<ReturnType<typeof openClient>>

async function findEarlierTry(client: Client, { to, text, firstTriedAt }: TextMessage) {
  if (firstTriedAt === undefined) return undefined
  const newest = await client.messages.list({ to, limit: 20 })
  return newest.find(
    ({ body, status, dateCreated }) =>
      // A trial account prepends its own text to ours.
      body.endsWith(text) &&
      status !== 'failed' &&
      status !== 'undelivered' &&
      dateCreated.getTime() >= firstTriedAt - CLOCK_SLACK,
  )
}

/** The library is large, so it is loaded on the first message. */
async function openClient({ accountSid, authToken, apiBase, timeoutMs = 10_000 }: TwilioSettings) {
  const { default: twilio } = await import('twilio')

  /** Twilio's own client with the scheme and host of every request replaced. */
  class RedirectedClient extends twilio.RequestClient {
    override request<T>(options: RequestClient.RequestOptions<T>) {
      const { pathname, search } = new URL(options.uri)
      return super.request<T>({ ...options, uri: new URL(`${pathname}${search}`, apiBase).href })
    }
  }
  const http = { timeout: timeoutMs }
  const httpClient = apiBase ? new RedirectedClient(http) : new twilio.RequestClient(http)
  return twilio(accountSid, authToken, { httpClient })
}

/** 400 and 404 concern this message; 401, 403 and 429 our account, and all others Twilio. */
function isFinal(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return status === 400 || status === 404
}
