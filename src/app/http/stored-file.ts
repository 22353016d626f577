import type { Context } from 'hono'
import type { ByteRange } from '#ports/files/files.ts'
import type { Services } from '#ports/services.ts'

/**
 * Sends a stored file or the requested range of it. The caller must have checked access.
 * @returns null if the file does not exist
 */
export async function answerFile(
  c: Context,
  services: Pick<Services, 'files'>,
  found: { key: string; file: { type: string; bytes: number } },
): Promise<Response | null> {
  const range = readRange(c.req.header('range'), found.file.bytes)
  if (range === 'outside') return c.body(null, 416, { 'content-range': `bytes */${found.file.bytes}` })
  const opened = await services.files.open(found.key, range ?? undefined)
  if (!opened) return null
  const length = range ? range.end - range.start + 1 : opened.bytes
  return c.body(opened.body, range ? 206 : 200, {
    'content-type': found.file.type,
    'content-length': String(length),
    'accept-ranges': 'bytes',
    // The file never changes; private, because shared caches must not store it.
    'cache-control': 'private, max-age=86400, immutable',
    'content-disposition': 'inline',
    'cross-origin-resource-policy': 'same-origin',
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${opened.bytes}` } : {}),
  })
}

/** Parses a single byte range, as media players send it. For several ranges or invalid ones, the whole file is sent. */
function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked || (!asked[1] && !asked[2])) return null
  const start = asked[1] ? Number(asked[1]) : Math.max(0, bytes - Number(asked[2]))
  const end = asked[1] && asked[2] ? Math.min(Number(asked[2]), bytes - 1) : bytes - 1
  return start > end ? 'outside' : { start, end }
}
