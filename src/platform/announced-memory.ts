import type { Realtime } from './realtime.ts'

export interface AnnouncedMemory {
  /**
   * What is known of a key, else found and kept, unless something changed meanwhile. Whoever asks while it is being found
   * waits for the same bytes; a failure is not kept.
   */
  find(key: string, read: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>>
  /** Bytes that are kept now. */
  size(): number
}

export interface AnnouncedMemoryOptions {
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>
  /** Announcements that make everything that is kept untrue: topics, or kinds of topics (`coaches:`). */
  topics: readonly string[]
  maxBytes: number
  /** Milliseconds after which nothing is believed any more, whatever was announced. */
  keepMs: number
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
}

interface Entry {
  bytes: Buffer<ArrayBuffer>
  until: number
}

/** What an entry takes besides its bytes. */
const ENTRY_BYTES = 200

/**
 * Bytes that are dear to make, kept until the database announces that what they were made of has changed. While
 * announcements do not arrive, nothing is kept and nothing kept is used. The least used go first.
 */
export function announcedMemory(options: AnnouncedMemoryOptions): AnnouncedMemory {
  const { realtime, topics, maxBytes, keepMs, now = () => performance.now() } = options
  const kept = new Map<string, Entry>()
  const wanted = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  let size = 0
  let changes = 0
  for (const topic of topics)
    realtime.subscribe(topic, () => {
      changes++
      kept.clear()
      wanted.clear()
      size = 0
    })

  const weigh = (key: string, entry: Entry) => entry.bytes.length + key.length + ENTRY_BYTES

  function drop(key: string, entry: Entry) {
    kept.delete(key)
    size -= weigh(key, entry)
  }

  function keep(key: string, bytes: Buffer<ArrayBuffer>) {
    const known = kept.get(key)
    if (known) drop(key, known)
    const entry = { bytes, until: now() + keepMs }
    if (weigh(key, entry) > maxBytes) return
    kept.set(key, entry)
    size += weigh(key, entry)
    for (const [oldest, other] of kept) {
      if (size <= maxBytes) break
      drop(oldest, other)
    }
  }

  return {
    find(key, read) {
      if (maxBytes === 0 || !realtime.isLive()) return read()
      const known = kept.get(key)
      if (known && known.until > now()) {
        // To the end of the line: those at its beginning go first.
        kept.delete(key)
        kept.set(key, known)
        return Promise.resolve(known.bytes)
      }
      const sought = wanted.get(key)
      if (sought) return sought
      const changesBefore = changes
      const found = read().then(
        (bytes) => {
          if (changes === changesBefore) {
            wanted.delete(key)
            keep(key, bytes)
          }
          return bytes
        },
        (error) => {
          if (changes === changesBefore) wanted.delete(key)
          throw error
        },
      )
      wanted.set(key, found)
      return found
    },
    size: () => size,
  }
}
