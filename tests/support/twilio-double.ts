import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import twilioLibrary from 'twilio'
import { startLocalServer } from './local-server.ts'

interface Message {
  sid: string
  to: string
  body: string
  from: string | null
  messaging_service_sid: string | null
  status: string
  status_callback: string | null
  date_created: string
}

/** Twilio's Messages resource on 127.0.0.1: https://www.twilio.com/docs/messaging/api/message-resource */
export async function startTwilioDouble(account: {
  accountSid: string
  authToken: string
  now: () => number
}) {
  const messages: Message[] = []
  const refusedNumbers = new Map<string, number>()
  let trouble: ('hang' | 'lose the answer' | number)[] = []

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://double')
    const form = new URLSearchParams(await text(request))
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, code: number, message: string) => send(status, { status, code, message })

    const problem = trouble.shift()
    if (problem === 'hang') return
    if (typeof problem === 'number') return refuse(problem, 20_500, 'Something is wrong here')
    const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')
    if (request.headers.authorization !== `Basic ${credentials}`) return refuse(401, 20_003, 'Authenticate')
    if (url.pathname !== `/2010-04-01/Accounts/${account.accountSid}/Messages.json`)
      return refuse(404, 20_404, `${url.pathname} was not found`)
    if (request.method === 'GET') {
      const to = url.searchParams.get('To')
      return send(200, { messages: messages.filter((one) => one.to === to).reverse(), next_page_uri: null })
    }
    const to = form.get('To') ?? ''
    const code = refusedNumbers.get(to)
    if (code) return refuse(400, code, `The number ${to} cannot be reached`)
    const message: Message = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      body: form.get('Body') ?? '',
      from: form.get('From'),
      messaging_service_sid: form.get('MessagingServiceSid'),
      status: 'queued',
      status_callback: form.get('StatusCallback'),
      date_created: new Date(account.now()).toUTCString(),
    }
    messages.push(message)
    if (problem === 'lose the answer') return response.destroy()
    return send(201, message)
  }

  const server = await startLocalServer(handle)

  return {
    ...server,
    /** Everything that was accepted, oldest first; a test may change what became of it. */
    messages,
    /** The webhook in which Twilio says what became of a message, signed: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
    statusOf(sid: string, status: string, errorCode?: number) {
      const message = messages.find((one) => one.sid === sid)
      if (!message?.status_callback) throw new Error(`nobody asked what becomes of ${sid}`)
      message.status = status
      const fields: Record<string, string> = {
        AccountSid: account.accountSid,
        From: message.from ?? '+13125550100',
        MessageSid: sid,
        MessageStatus: status,
        SmsSid: sid,
        SmsStatus: status,
        To: message.to,
        ...(errorCode ? { ErrorCode: String(errorCode) } : {}),
      }
      const url = message.status_callback
      const signature = twilioLibrary.getExpectedTwilioSignature(account.authToken, url, fields)
      return { url, fields, signature }
    },
    refuseNumber: (to: string, code: number) => refusedNumbers.set(to, code),
    /** What goes wrong with the next requests, one each. */
    misbehave(...next: ('hang' | 'lose the answer' | number)[]) {
      trouble = next
    },
  }
}
