/** Rows that may be lost but may not hold anybody up: taken at once, written soon, many at a time. */
export interface WriteBehind<T> {
  /** Takes rows to be written later, as far as there is room. Never waits and never throws. */
  add(rows: readonly T[]): void
  /** Writes what waits, now. Resolves also when it could not be written. */
  flush(): Promise<void>
  /** Writes what waits for the last time; what comes later is dropped. */
  close(): Promise<void>
  counts(): WriteBehindCounts
}

export interface WriteBehindCounts {
  waiting: number
  written: number
  /** `full`: no room; `away`: the database did not come back in time; `refused`: it would not take the row. */
  dropped: { full: number; away: number; refused: number }
}

export interface WriteBehindOptions<T> {
  write: (rows: readonly T[]) => Promise<void>
  /** Rows in one write, and so many waiting are written without further delay. */
  batchSize: number
  /** Milliseconds that a row waits for company. */
  waitMs: number
  /** Rows that may wait at once. */
  capacity: number
  /** Milliseconds without one good write after which what waits is given up. */
  keepMs: number
  /** True for a failure of the moment: the same rows may be written later. */
  isPassing: (error: unknown) => boolean
  /** Told about the first failure of a row of them, and whenever rows are given up; not about every full queue. */
  onTrouble: (error: unknown, counts: WriteBehindCounts) => void
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
}

const LONGEST_PAUSE_MS = 5_000

/** One write at a time; while the database is away, tries come more and more seldom, and rows wait as long as there is room. */
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

  /** Writes until fewer than `least` rows wait. Whoever asks while it runs waits for it and then sees to the rest. */
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

  /** One row that the database will not take must not cost the others: halves are tried alone. */
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
