import { createHash } from 'node:crypto'

/**
 * A deterministic UUID for a text: identifies a business event, so that its consequences happen only once.
 * Version 8 (RFC 9562), based on SHA-256, because version 5 uses SHA-1. In a separate file because browsers
 * lack `node:crypto`.
 */
export function uuidV8(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
