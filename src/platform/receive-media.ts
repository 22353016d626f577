import { createWriteStream } from 'node:fs'
import { type Refused, refused } from './errors.ts'
import { isHeic, type MediaKind, mediaKind, TELLING_BYTES } from './media-kind.ts'

type Received =
  | { ok: true; kind: MediaKind }
  | Refused<'empty' | 'too_large'>
  | (Refused<'unknown'> & { isHeic: boolean })

/**
 * Writes an upload to a file, and stops as soon as its type or size is not acceptable.
 * @param mostBytes the size limit for a file of that family; null before the type is known
 */
export async function receiveMedia(
  body: ReadableStream<Uint8Array>,
  path: string,
  mostBytes: (family: MediaKind['family'] | null) => number,
): Promise<Received> {
  const file = createWriteStream(path)
  const failed = new Promise<never>((_, fail) => file.once('error', fail))
  failed.catch(() => undefined)
  let head = Buffer.alloc(0)
  let kind: MediaKind | null = null
  let bytes = 0
  const unknown = (): Received => ({ ...refused('unknown'), isHeic: isHeic(head) })
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (head.length < TELLING_BYTES) {
        head = Buffer.concat([head, chunk]).subarray(0, TELLING_BYTES)
        kind = mediaKind(head)
        if (!kind && head.length === TELLING_BYTES) return unknown()
      }
      if (bytes > mostBytes(kind?.family ?? null)) return refused('too_large')
      if (!file.write(chunk)) await Promise.race([new Promise((done) => file.once('drain', done)), failed])
    }
    if (bytes === 0) return refused('empty')
    return kind ? { ok: true, kind } : unknown()
  } finally {
    await Promise.race([new Promise((done) => file.end(done)), failed])
  }
}
