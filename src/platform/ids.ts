import { createHash } from 'node:crypto'

/** The same UUID for the same text, always: names a business event, so that what follows it happens once. */
export function uuidFrom(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A UUID as it stands inside a pattern, in small letters. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholeUuid = new RegExp(`^${UUID_PATTERN}$`)

/** True for a UUID as we write them. Text that only looks like one, such as 36 dashes, is an error to the database. */
export const isUuid = (text: string): boolean => wholeUuid.test(text)
