/**
 * A random UUID, version 4. Unlike `crypto.randomUUID` it also works on pages that are not served over https.
 */
export function uuidV4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * A UUID of version 7 (RFC 9562): a 48-bit timestamp and 74 random bits. Such ids are adjacent in an index
 * but cannot be guessed. Works in browsers, also on pages that are not served over https.
 */
export function uuidV7(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Math.floor(now).toString(16).padStart(12, '0').slice(-12)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const rest = Array.from(bytes.subarray(6), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
}

/** A lowercase UUID, for use within a regular expression. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholeUuid = new RegExp(`^${UUID_PATTERN}$`)

/** True for a UUID in our format. The database rejects text that only looks like one, such as 36 dashes. */
export const isUuid = (text: string): boolean => wholeUuid.test(text)

/** Also true for upper case, as other programs may write it. */
export const isUuidInAnyCase = (text: string): boolean => isUuid(text.toLowerCase())
