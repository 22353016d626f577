import type { Clock } from './clock.ts'

interface Entry<Value> {
  until: number
  value: Promise<Value>
}

/**
 * Answers from memory for a while what is dear to find and may be a little old. Whoever asks while it is being found
 * waits for the same answer; a failure is not kept. Every source (a database, mostly) has a memory of its own.
 * @param options `forMs` how long an answer is good, in milliseconds; `atMost` how many are kept, the oldest go first
 */
export function remembered<Source extends object, Key, Value>(
  options: { forMs: number; atMost: number },
  find: (source: Source, key: Key) => Promise<Value>,
) {
  const memories = new WeakMap<Source, Map<Key, Entry<Value>>>()
  return (source: Source, clock: Clock, key: Key): Promise<Value> => {
    let memory = memories.get(source)
    if (!memory) {
      memory = new Map()
      memories.set(source, memory)
    }
    const known = memory.get(key)
    if (known && known.until > clock.now()) return known.value
    const value = find(source, key)
    const entry = { until: clock.now() + options.forMs, value }
    memory.delete(key)
    memory.set(key, entry)
    for (const oldest of memory.keys()) {
      if (memory.size <= options.atMost) break
      memory.delete(oldest)
    }
    value.catch(() => {
      if (memory.get(key) === entry) memory.delete(key)
    })
    return value
  }
}
