import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

interface Entry<Value> {
  until: number
  renewing?: boolean
  value: Promise<Value>
}

/**
 * Caches for a fixed time what takes long to read and may be a little old. Callers that come while it is being read wait
 * for the same value; a failure is not cached. Every source (a database, mostly) has a cache of its own. Its age is counted by
 * our clock, which a demo moves.
 * @param options `forMs` how long a value is good, in milliseconds; `atMost` how many are cached, those not asked for
 *   longest go first;
 *   `renew` gives an expired value for as long again, while it is being read anew
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
  /** A failure leaves what is known; whoever comes next tries again. */
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
