/** Files this process encodes at the same time. The rest of the processor's time is for requests. */
const AT_ONCE = 2

/** Runs work for a person when it is their turn. */
export type EncodingTurns = <T>(personId: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits how much is encoded at the same time: `atOnce` files in all and one for each person, so that a user who uploads many files does
 * not keep others waiting. People who wait take turns: the person whose file is done goes to the end of the line.
 */
export function createEncodingTurns(atOnce: number): EncodingTurns {
  /** In the order in which people are served. */
  const waiting = new Map<string, (() => void)[]>()
  const atWork = new Set<string>()

  function startNext() {
    for (const [personId, queue] of waiting) {
      if (atWork.size >= atOnce) return
      if (atWork.has(personId)) continue
      const start = queue.shift()
      if (queue.length === 0) waiting.delete(personId)
      atWork.add(personId)
      start?.()
    }
  }

  function finish(personId: string) {
    atWork.delete(personId)
    const queue = waiting.get(personId)
    waiting.delete(personId)
    if (queue) waiting.set(personId, queue)
    startNext()
  }

  return async (personId, work) => {
    await new Promise<void>((start) => {
      waiting.set(personId, [...(waiting.get(personId) ?? []), start])
      startNext()
    })
    try {
      return await work()
    } finally {
      finish(personId)
    }
  }
}

/** The turns of this process. */
export const inEncodingTurn = createEncodingTurns(AT_ONCE)
