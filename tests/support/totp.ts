import { createHmac } from 'node:crypto'

/**
 * What an app shows (RFC 6238 with SHA-1, six digits, half a minute), written from the RFC and not from the library that
 * the product uses.
 * @param uri `otpauth://totp/…?secret=…` as scanned
 * @param at milliseconds since 1970, UTC; the library goes by the machine's clock, so that this does, too
 */
export function codeFrom(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A code that fits neither now nor a minute before or after. */
export function wrongCode(uri: string, not: readonly string[] = []): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((by) => codeFrom(uri, Date.now() + by))
  for (let n = 0; ; n++) {
    const code = String(n).padStart(6, '0')
    if (!near.includes(code) && !not.includes(code)) return code
  }
}

function base32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
