import type { Realtime } from './realtime.ts'

export interface AnnouncedMemory<Value> {
  /**
   * What is known of a key, else found and kept, unless something changed meanwhile. Whoever asks while it is being found
   * waits for the same answer; a failure is not kept.
   */
  find(key: string, read: () => Promise<Value>): Promise<Value>
  /** Bytes that are kept now. */
  size(): number
}

export interface AnnouncedMemoryOptions<Value> {
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>
  /** Announcements that make what is kept untrue: topics, or kinds of topics (`coaches:`). */
  topics: readonly string[]
  /** Which keys an announcement is about; all of them when left out, and always after announcements may have been missed. */
  isAbout?: (announced: string, key: string) => boolean
  /** Bytes a value takes; `null` for one that is not to be kept. */
  weigh: (value: Value) => number | null
  maxBytes: number
  /** Milliseconds after which nothing is believed any more, whatever was announced. */
  keepMs: number
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
}

interface Entry<Value> {
  value: Value
  bytes: number
  until: number
}

/** What an entry takes besides its value. */
const ENTRY_BYTES = 200

/**
 * Answers that are dear to make, kept until the database announces that what they were made of has changed. While
 * announcements do not arrive, nothing is kept and nothing kept is used. The least used go first.
 */
export function announcedMemory<Value>(options: AnnouncedMemoryOptions<Value>): AnnouncedMemory<Value> {
  const { realtime, topics, isAbout, weigh, maxBytes, keepMs, now = () => performance.now() } = options
  const kept = new Map<string, Entry<Value>>()
  /** Being found; what is no longer here when it was found has become untrue meanwhile. */
  const sought = new Map<string, Promise<Value>>()
  let size = 0
  for (const topic of topics) realtime.subscribe(topic, forget)

  function forget(announced: string) {
    const isTouched = (key: string) => announced === '' || !isAbout || isAbout(announced, key)
    for (const key of sought.keys()) if (isTouched(key)) sought.delete(key)
    for (const [key, entry] of kept) if (isTouched(key)) drop(key, entry)
  }

  function drop(key: string, { bytes }: Entry<Value>) {
    kept.delete(key)
    size -= bytes
  }

  function keep(key: string, value: Value) {
    const weight = weigh(value)
    const bytes = (weight ?? 0) + key.length + ENTRY_BYTES
    if (weight === null || bytes > maxBytes) return
    kept.set(key, { value, bytes, until: now() + keepMs })
    size += bytes
    for (const [oldest, entry] of kept) {
      if (size <= maxBytes) break
      drop(oldest, entry)
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
        return Promise.resolve(known.value)
      }
      if (known) drop(key, known)
      const already = sought.get(key)
      if (already) return already
      const isMine = () => sought.get(key) === finding
      const finding: Promise<Value> = read().then(
        (value) => {
          if (isMine()) {
            sought.delete(key)
            keep(key, value)
          }
          return value
        },
        (error) => {
          if (isMine()) sought.delete(key)
          throw error
        },
      )
      sought.set(key, finding)
      return finding
    },
    size: () => size,
  }
}
