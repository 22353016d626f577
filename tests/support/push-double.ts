import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { startLocalServer } from './local-server.ts'

export interface Pushed {
  path: string
  headers: Record<string, string | string[] | undefined>
  /** What the browser would read; null when it was not encrypted for it. */
  payload: string | null
}

/** A push service on 127.0.0.1 with browsers of its own, which read what is encrypted for them (RFC 8291). */
export async function startPushDouble() {
  const pushed: Pushed[] = []
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>()
  const answers = new Map<string, number>()
  const server = await startLocalServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const status = answers.get(path) ?? 201
      if (status === 0) return void request.socket.destroy()
      const browser = browsers.get(path)
      if (status === 201)
        pushed.push({
          path,
          headers: request.headers,
          payload: browser ? decrypt(Buffer.concat(chunks), browser) : null,
        })
      response.writeHead(status).end()
    })
  })
  const { host } = new URL(server.url)

  return {
    host,
    pushed,
    /** A browser that subscribes: its address and keys, as `PushSubscription.toJSON()` gives them. */
    browser() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, { keys, auth })
      return {
        path,
        endpoint: `http://${host}${path}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    /** How the service answers for a browser from now on; 0 hangs up. */
    answer: (path: string, status: number) => answers.set(path, status),
    close: server.close,
  }
}

/** aes128gcm of RFC 8188 with the keys of RFC 8291. */
function decrypt(
  body: Buffer,
  browser: { keys: ReturnType<typeof createECDH>; auth: Buffer },
): string | null {
  try {
    const salt = body.subarray(0, 16)
    const idLength = body[20] ?? 0
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    const shared = browser.keys.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.keys.getPublicKey(), sender])
    const secret = derive(browser.auth, shared, info, 32)
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  } catch {
    return null
  }
}

function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', key)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}
