import { LRUCache } from 'lru-cache'
import type { Realtime } from './realtime.ts'

export interface AnnouncedCache<Value> {
  /**
   * The cached value of a key, else read and cached, unless something changed meanwhile. Callers that come while it is being
   * read wait for the same value; a failure is not cached.
   */
  find(key: string, read: () => Promise<Value>): Promise<Value>
  /** Drops one key, also one that is being read. */
  drop(key: string): void
  /** Drops what an announcement is about, for changes of this process that need not wait until it arrives. */
  forget(announced: string): void
  /** Bytes that are cached now. */
  size(): number
}

export interface AnnouncedCacheOptions<Value> {
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>
  /** Announcements that make cached values untrue: topics, or kinds of topics (`coaches:`). */
  topics: readonly string[]
  /**
   * Which keys an announcement is about; all of them when left out, and always after announcements may have been missed.
   * @param value undefined while it is being read
   */
  isAbout?: (announced: string, key: string, value: Value | undefined) => boolean
  /** Bytes a value takes; `null` for one that is not to be cached. */
  weigh: (value: Value) => number | null
  maxBytes: number
  /** Milliseconds after which a value is read again, whatever was announced. */
  keepMs: number
  /** When this value ends to be true, by the clock of `now`, if that is sooner. */
  trueUntil?: (value: Value) => number
  /** Milliseconds; by default of a clock that only goes forward. */
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
 * Values that take long to read, cached until the database announces that what they were made of has changed. While
 * announcements do not arrive, nothing is cached and nothing cached is used. The least recently used go first.
 */
export function cachedUntilAnnounced<Value>(options: AnnouncedCacheOptions<Value>): AnnouncedCache<Value> {
  const {
    realtime,
    topics,
    isAbout,
    weigh,
    maxBytes,
    keepMs,
    trueUntil,
    now = () => performance.now(),
  } = options
  // With room for nothing it is never asked.
  const cached = new LRUCache<string, Entry<Value>>({
    maxSize: Math.max(maxBytes, 1),
    sizeCalculation: ({ bytes }) => bytes,
  })
  /** Being read; a value whose key has left this list when it arrives may be untrue. */
  const reading = new Map<string, Promise<Value>>()
  for (const topic of topics) realtime.subscribe(topic, forget)

  function forget(announced: string) {
    const isTouched = (key: string, value?: Value) =>
      announced === '' || !isAbout || isAbout(announced, key, value)
    for (const key of reading.keys()) if (isTouched(key)) reading.delete(key)
    for (const [key, entry] of [...cached]) if (isTouched(key, entry.value)) cached.delete(key)
  }

  function add(key: string, value: Value) {
    const weight = weigh(value)
    const bytes = (weight ?? 0) + key.length + ENTRY_BYTES
    const until = Math.min(now() + keepMs, trueUntil?.(value) ?? Infinity)
    if (weight === null || bytes > maxBytes || until <= now()) return
    cached.set(key, { value, bytes, until })
  }

  return {
    find(key, read) {
      if (maxBytes === 0 || !realtime.isLive()) return read()
      const known = cached.get(key)
      if (known && known.until > now()) return Promise.resolve(known.value)
      cached.delete(key)
      const already = reading.get(key)
      if (already) return already
      const isMine = () => reading.get(key) === mine
      const mine: Promise<Value> = read().then(
        (value) => {
          if (isMine()) {
            reading.delete(key)
            add(key, value)
          }
          return value
        },
        (error) => {
          if (isMine()) reading.delete(key)
          throw error
        },
      )
      reading.set(key, mine)
      return mine
    },
    drop(key) {
      reading.delete(key)
      cached.delete(key)
    },
    forget,
    size: () => cached.calculatedSize,
  }
}
