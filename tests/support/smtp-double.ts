import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  /** The envelope: who the server was told to deliver to. */
  recipients: string[]
  /** Names in lower case; encoded words decoded. */
  headers: Map<string, string>
  text: string
  html: string
}

type Trouble = 'silent' | 'hang up after data' | `refuse sender ${number}` | `refuse data ${number}`

/** A mail server on 127.0.0.1 that speaks enough of RFC 5321 and keeps what it is given. */
export async function startSmtpDouble({ password }: { password?: string } = {}) {
  const received: ReceivedMail[] = []
  const refusedRecipients = new Map<string, number>()
  const sockets = new Set<Socket>()
  let connections = 0
  let trouble: Trouble[] = []

  function serve(socket: Socket) {
    sockets.add(socket)
    connections += 1
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const problem = trouble.shift()
    if (problem === 'silent') return
    const say = (line: string) => socket.write(`${line}\r\n`)
    let recipients: string[] = []
    let isSignedIn = password === undefined
    let inData = false
    let pending = ''

    function command(line: string) {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return say(password ? '250-double\r\n250 AUTH PLAIN' : '250 double')
      if (verb === 'AUTH') {
        const given = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')[2]
        isSignedIn = given === password
        return say(isSignedIn ? '235 welcome' : '535 who are you')
      }
      if (verb === 'QUIT') return socket.end('221 bye\r\n')
      if (!isSignedIn) return say('530 sign in first')
      if (verb === 'MAIL') {
        recipients = []
        const refusal = /^refuse sender (\d+)/.exec(problem ?? '')?.[1]
        return say(refusal ? `${refusal} not from you` : '250 ok')
      }
      if (verb === 'RCPT') {
        const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
        const refusal = refusedRecipients.get(address)
        if (!refusal) recipients.push(address)
        return say(refusal ? `${refusal} not here` : '250 ok')
      }
      if (verb === 'DATA') {
        inData = true
        return say('354 go on')
      }
      return say('250 ok')
    }

    function message(raw: string) {
      inData = false
      const refusal = /^refuse data (\d+)/.exec(problem ?? '')?.[1]
      if (refusal) return say(`${refusal} not this`)
      received.push({ recipients, ...readMessage(raw.replace(/^\.\./gm, '.')) })
      if (problem === 'hang up after data') return socket.destroy()
      return say('250 kept')
    }

    say('220 double ESMTP')
    socket.setEncoding('latin1').on('data', (chunk) => {
      pending += chunk
      for (;;) {
        const end = pending.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + (inData ? 5 : 2))
        if (inData) message(part)
        else command(part)
      }
    })
  }

  const server = createServer(serve)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  return {
    port,
    /** Every message that was accepted, repeated ones too. */
    received,
    /** What its reader sees: messages with one Message-ID are one. */
    mailbox: (address: string) => [
      ...new Map(
        received
          .filter(({ recipients }) => recipients.includes(address))
          .map((mail) => [mail.headers.get('message-id'), mail]),
      ).values(),
    ],
    refuseRecipient: (address: string, code: number) => refusedRecipients.set(address, code),
    /** How many there were so far. */
    connections: () => connections,
    /** Ends connections that are idle, as servers do, and waits until the other side has done so, too. */
    async hangUp() {
      const ended = [...sockets].map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.end('421 idle\r\n')
      await Promise.all(ended)
    },
    /** What goes wrong on the next connections, one each. */
    misbehave(...next: Trouble[]) {
      trouble = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A part and, for multiparts, the parts in it. Enough of RFC 2045 to read what nodemailer writes. */
function readMessage(raw: string): Omit<ReceivedMail, 'recipients'> {
  const split = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, split < 0 ? raw.length : split)
  const body = split < 0 ? '' : raw.slice(split + 4)
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  if (!boundary) {
    const content = decodeBody(body, headers.get('content-transfer-encoding'))
    return {
      headers,
      text: type.startsWith('text/html') ? '' : content,
      html: type.startsWith('text/html') ? content : '',
    }
  }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readMessage(part.slice(2).replace(/\r\n$/, '')))
  return {
    headers,
    text: parts.map(({ text }) => text).join(''),
    html: parts.map(({ html }) => html).join(''),
  }
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
  return Buffer.from(bytes, 'latin1').toString().replace(/\r\n/g, '\n')
}

/** RFC 2047: `=?UTF-8?Q?caf=C3=A9?=`; the space between two of them is not there. */
const decodeWords = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : Buffer.from(decodeQuoted(word.replaceAll('_', ' ')), 'latin1').toString(),
    )

const decodeQuoted = (value: string) =>
  value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
