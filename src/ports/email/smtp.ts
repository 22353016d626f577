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
  /** How long the server may be silent, in milliseconds. */
  timeoutMs?: number
  /** Of Mailgun's webhooks, comma separated; two while one is being replaced. Without it nothing is heard of mails that were taken. */
  mailgunKeys?: string | undefined
}

/** Connections to the server that are kept, and how many mails go over one: many servers end it after a hundred. */
const [CONNECTIONS, MAILS_A_CONNECTION] = [5, 100]

/**
 * Sends through any SMTP server, over a few connections that are kept for the next mails.
 * A try whose answer got lost may be repeated: the Message-ID comes from the key, so that mailboxes and providers
 * can see that both are one mail.
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
    // A body is words; it can never name a file or an address to read.
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
            // Out-of-office programs do not answer such mails (RFC 3834).
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

/** RFC 8058: the mail program's own button sends a POST there, without opening a page. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** A password crosses the network encrypted or not at all. `smtps:` is encrypted from the first byte anyway. */
function mustEncrypt(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || (isIP(host) !== 0 && /^(127\.|::1$)/.test(host))
  return url.protocol === 'smtp:' && url.password !== '' && !isHere
}

/** RFC 5321: a reply from 500 on is final; one about our password is our trouble and not the mail's. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
