import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

interface Entry<Value> {
  until: number
  renewing?: boolean
  value: Promise<Value>
}

/**
 * Caches values that are slow to read and may be slightly stale for a fixed time. Concurrent callers share
 * one read; failures are not cached. Each source (usually a database) has its own cache. Ages are measured by
 * the application clock, which a demo can move.
 * @param options `forMs`: the lifetime of a value in milliseconds; `atMost`: the maximum number of values,
 *   evicted in LRU order; `renew`: returns an expired value for up to another lifetime while it is read again
 */
export function cachedFor<Source extends object, Key extends {}, Value>(
  options: { forMs: number; atMost: number; renew?: boolean },
  find: (source: Source, key: Key) => Promise<Value>,
) {
  const memories = new WeakMap<Source, LRUCache<Key, Entry<Value>>>()
  return (source: Source, clock: Clock, key: Key): Promise<Value> => {
    let memory = memories.get(source)
    if (!memory) {
      memory = new LRUCache({ max: options.atMost })
      memories.set(source, memory)
    }
    const known = memory.get(key)
    if (known && known.until > clock.now()) return known.value
    if (known && options.renew && known.until + options.forMs > clock.now()) {
      if (!known.renewing) renew(memory, source, clock, key, known)
      return known.value
    }
    const value = find(source, key)
    const entry = { until: clock.now() + options.forMs, value }
    memory.set(key, entry)
    value.catch(() => {
      if (memory.get(key) === entry) memory.delete(key)
    })
    return value
  }
  /** On failure the cached value is kept, and the next caller tries again. */
  function renew(
    memory: LRUCache<Key, Entry<Value>>,
    source: Source,
    clock: Clock,
    key: Key,
    known: Entry<Value>,
  ) {
    known.renewing = true
    find(source, key).then(
      (value) => {
        if (memory.get(key) === known)
          memory.set(key, { until: clock.now() + options.forMs, value: Promise.resolve(value) })
      },
      () => {
        known.renewing = false
      },
    )
  }
}
