import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { checkMail, type EmailPort, EmailRefused, EmailUnavailable } from './email.ts'
import { readMailgunEvent } from './mailgun-events.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string
  /** `Greenside <hello@greenside.test>` */
  from: string
  /** The timeout without a response from the server, in milliseconds. */
  timeoutMs?: number
  /**
   * Mailgun's webhook signing keys, comma separated; two during a rotation. Without them no delivery events
   * are received.
   */
  mailgunKeys?: string | undefined
}

/**
 * The size of the connection pool and the maximum number of mails per connection: many servers close a
 * connection after a hundred.
 */
const [CONNECTIONS, MAILS_A_CONNECTION] = [5, 100]

/**
 * Sends through any SMTP server over pooled connections. A send whose response was lost may be repeated: the
 * Message-ID is derived from the key, so that mailboxes and providers can detect the duplicate.
 */
export function smtpEmail({ url, from, timeoutMs = 10_000, mailgunKeys }: SmtpSettings): EmailPort {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_A_CONNECTION,
    requireTLS: mustEncrypt(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // A body must never be interpreted as a file path or URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

  const keys = mailgunKeys?.split(',').map((key) => key.trim())
  return {
    name: 'smtp',
    readEvent: keys ? (rawBody, now) => readMailgunEvent(rawBody, keys, now) : null,
    close: () => transport.close(),
    async send(mail) {
      checkMail(mail)
      const messageId = `<${createHash('sha256').update(mail.key).digest('hex').slice(0, 40)}@${domain}>`
      try {
        await transport.sendMail({
          from,
          to: { name: mail.to.name ?? '', address: mail.to.email },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          messageId,
          ...(mail.calendar
            ? {
                icalEvent: {
                  method: mail.calendar.method,
                  filename: 'lesson.ics',
                  content: mail.calendar.text,
                },
              }
            : {}),
          headers: {
            // Prevents automatic replies, such as out-of-office messages (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribeUrl ? oneClick(mail.unsubscribeUrl) : {}),
          },
        })
      } catch (error) {
        throw isFinal(error)
          ? new EmailRefused('the mail server turned it down', error)
          : new EmailUnavailable(error)
      }
      return { id: messageId }
    },
  }
}

/** RFC 8058: the mail program's own button sends a POST to the URL without opening a page. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Requires TLS before a password is sent with `smtp:`, except to this machine. `smtps:` is always encrypted.
 */
function mustEncrypt(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || (isIP(host) !== 0 && /^(127\.|::1$)/.test(host))
  return url.protocol === 'smtp:' && url.password !== '' && !isHere
}

/**
 * RFC 5321: a reply of 500 or higher is permanent; an authentication failure is a configuration problem and
 * not the mail's.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
