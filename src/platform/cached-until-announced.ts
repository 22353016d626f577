import { LRUCache } from 'lru-cache'
import type { Realtime } from './realtime.ts'

export interface AnnouncedCache<Value> {
  /**
   * Returns the cached value of a key; otherwise reads it, and caches it unless it was invalidated during the
   * read. Concurrent callers share one read; failures are not cached.
   */
  find(key: string, read: () => Promise<Value>): Promise<Value>
  /** Removes a key; a read in progress for it will not be cached. */
  drop(key: string): void
  /** Applies an announcement immediately, for changes made by this process. */
  forget(announced: string): void
  /** The size of the cached values in bytes. */
  size(): number
}

export interface AnnouncedCacheOptions<Value> {
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>
  /** The announcements that invalidate values: topics, or topic prefixes (`coaches:`). */
  topics: readonly string[]
  /**
   * Returns whether an announcement affects a key. Defaults to all keys; all keys are also dropped when
   * announcements may have been missed.
   * @param value undefined while it is being read
   */
  isAbout?: (announced: string, key: string, value: Value | undefined) => boolean
  /** The size of a value in bytes; `null` if it must not be cached. */
  weigh: (value: Value) => number | null
  maxBytes: number
  /** The maximum lifetime of a value in milliseconds, regardless of announcements. */
  keepMs: number
  /** When the value expires by the clock of `now`, if earlier than `keepMs`. */
  trueUntil?: (value: Value) => number
  /** The current time in milliseconds; defaults to a monotonic clock. */
  now?: () => number
}

interface Entry<Value> {
  value: Value
  bytes: number
  until: number
}

/** The overhead of an entry in bytes. */
const ENTRY_BYTES = 200

/**
 * Caches values that are slow to read until the database announces a change to their data. Nothing is cached
 * or served from the cache while announcements cannot be received. Evicts the least recently used values
 * first.
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
  // With a size of 0 the cache is never used.
  const cached = new LRUCache<string, Entry<Value>>({
    maxSize: Math.max(maxBytes, 1),
    sizeCalculation: ({ bytes }) => bytes,
  })
  /** Reads in progress. A value is not cached if its key was removed from this map during the read. */
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
