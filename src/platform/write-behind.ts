/**
 * A background writer for rows that may be lost but must not delay callers: they are accepted immediately and
 * written in batches.
 */
export interface WriteBehind<T> {
  /** Queues rows to be written later, as far as there is capacity. Never waits and never throws. */
  add(rows: readonly T[]): void
  /** Writes pending rows now. Resolves even if they could not be written. */
  flush(): Promise<void>
  /** Writes pending rows a last time; later rows are dropped. */
  close(): Promise<void>
  counts(): WriteBehindCounts
}

export interface WriteBehindCounts {
  waiting: number
  written: number
  /**
   * `full`: no capacity; `away`: the database did not recover in time; `refused`: the database rejected the
   * row.
   */
  dropped: { full: number; away: number; refused: number }
}

export interface WriteBehindOptions<T> {
  write: (rows: readonly T[]) => Promise<void>
  /** The maximum number of rows in one write; a full batch is written without delay. */
  batchSize: number
  /** The maximum delay in milliseconds before a partial batch is written. */
  waitMs: number
  /** The maximum number of pending rows. */
  capacity: number
  /** Milliseconds without a successful write after which pending rows are dropped. */
  keepMs: number
  /** True for a temporary failure: the same rows may be written later. */
  isPassing: (error: unknown) => boolean
  /**
   * Called for the first of several consecutive failures, and whenever rows are dropped; not for every full
   * queue.
   */
  onTrouble: (error: unknown, counts: WriteBehindCounts) => void
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

const LONGEST_PAUSE_MS = 5_000

/**
 * Writes one batch at a time. While the database is unavailable, retries are increasingly delayed and rows
 * are kept as long as there is capacity.
 */
export function createWriteBehind<T>(options: WriteBehindOptions<T>): WriteBehind<T> {
  const { batchSize, waitMs, capacity, keepMs, now = () => performance.now() } = options
  let queue: T[] = []
  const counts = { written: 0, dropped: { full: 0, away: 0, refused: 0 } }
  let timer: ReturnType<typeof setTimeout> | undefined
  let atWork: Promise<void> | undefined
  let failingSince: number | null = null
  let failures = 0
  let isClosed = false

  const report = () => ({ waiting: queue.length, written: counts.written, dropped: { ...counts.dropped } })

  return {
    add(rows) {
      const room = isClosed ? 0 : Math.max(0, capacity - queue.length)
      counts.dropped.full += Math.max(0, rows.length - room)
      queue.push(...(rows.length > room ? rows.slice(0, room) : rows))
      if (failures === 0 && queue.length >= batchSize) void drain(batchSize)
      else if (queue.length > 0) wakeIn(waitMs)
    },
    flush: () => drain(1),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await drain(1)
      giveUp()
    },
    counts: report,
  }

  function wakeIn(ms: number) {
    timer ??= setTimeout(() => {
      timer = undefined
      void drain(1)
    }, ms)
    timer.unref()
  }

  /**
   * Writes until fewer than `least` rows are pending. A concurrent call waits for the running one and then
   * writes the rest.
   */
  async function drain(least: number): Promise<void> {
    if (atWork) {
      if (least > 1) return
      await atWork
    }
    atWork ??= work(least).finally(() => {
      atWork = undefined
    })
    await atWork
  }

  async function work(least: number) {
    while (queue.length >= least) {
      const failure = await writeBatch(queue.splice(0, batchSize))
      if (failure) return failed(failure.error)
      failingSince = null
      failures = 0
    }
    if (queue.length > 0) wakeIn(waitMs)
  }

  /** A row that the database rejects must not affect the others: the batch is bisected. */
  async function writeBatch(batch: readonly T[]): Promise<{ error: unknown } | null> {
    const parts = [batch]
    for (let part = parts.shift(); part; part = parts.shift()) {
      try {
        await options.write(part)
        counts.written += part.length
      } catch (error) {
        if (options.isPassing(error)) {
          queue = [...part, ...parts.flat(), ...queue]
          return { error }
        }
        const middle = Math.ceil(part.length / 2)
        if (part.length > 1) parts.unshift(part.slice(0, middle), part.slice(middle))
        else {
          counts.dropped.refused++
          options.onTrouble(error, report())
        }
      }
    }
    return null
  }

  function failed(error: unknown) {
    failingSince ??= now()
    if (now() - failingSince >= keepMs) giveUp(error)
    else if (failures === 0) options.onTrouble(error, report())
    failures++
    if (!isClosed && queue.length > 0) wakeIn(Math.min(waitMs * 2 ** failures, LONGEST_PAUSE_MS))
  }

  function giveUp(error?: unknown) {
    if (queue.length === 0) return
    counts.dropped.away += queue.length
    queue = []
    options.onTrouble(error, report())
  }
}
