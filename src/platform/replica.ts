import type { Database } from './db.ts'
import type { Realtime } from './realtime.ts'

/** How often primary and replica are compared, in milliseconds. */
const COMPARE_EVERY_MS = 200
/** A replica that does not answer for so long is away, in milliseconds: whoever opens its pool says so. */
export const REPLICA_ANSWER_MS = 2_000
/** Comparisons that a replica has not caught up with; one that is further behind is of no use anyway. */
const COMPARED_AT_MOST = 600

/** A copy of the database that is read where a second does not matter. */
export interface Replica {
  db: Database
  /** Whether it is near enough to the primary, and shows all that was announced to this process. */
  isFresh(): boolean
  /** Milliseconds that it is behind at most; null while it is away or nothing is known. */
  lagMs(): number | null
  /** It failed somebody: it is not read from until it has been compared again. */
  distrust(): void
  close(): Promise<void>
}

export interface ReplicaOptions {
  primary: Pick<Database, '$client'>
  /** The replica's pool; closed with it. */
  db: Database
  /** Further behind it is not read from, in milliseconds. */
  limitMs: number
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>
  /** What people learn of as soon as it changes: kinds of topics. */
  topics: readonly string[]
  /** Told once when it is no longer of use, and why. */
  onAway: (error: Error) => void
  /** Told once when it is of use again. */
  onBack: () => void
}

/**
 * Opens a streaming replica and keeps comparing it with the primary: the primary says how far its log is, and when the replica has come
 * so far, it shows all that was committed before it was asked. So the clocks of the machines do not matter.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, db, limitMs, realtime } = options
  /** The replica shows all that was committed before this moment, by a clock that only goes on. */
  let freshAsOf = Number.NEGATIVE_INFINITY
  let announcedAt = Number.NEGATIVE_INFINITY
  let asked: { at: number; position: bigint }[] = []
  let isComparing = false
  let isAway = false
  let closed = false
  for (const topic of options.topics)
    realtime.subscribe(topic, () => {
      announcedAt = performance.now()
    })

  async function compare() {
    if (isComparing || closed) return
    isComparing = true
    try {
      const at = performance.now()
      const [ahead] = (
        await primary.$client.query<{ position: string }>('select pg_current_wal_lsn()::text as position')
      ).rows
      asked.push({ at, position: positionOf(ahead?.position) })
      if (asked.length > COMPARED_AT_MOST) asked.shift()
      const [there] = (
        await db.$client.query<{ replays: boolean; position: string | null }>(
          'select pg_is_in_recovery() as replays, pg_last_wal_replay_lsn()::text as position',
        )
      ).rows
      // One that was promoted follows nobody any more; it may also never have been a replica.
      if (!there?.replays || there.position === null) {
        distrust()
        tellAway(new Error('it takes changes: it is a primary, or was promoted'))
      } else {
        if (isAway) options.onBack()
        isAway = false
        const reached = positionOf(there.position)
        const shown = asked.filter(({ position }) => position <= reached)
        asked = asked.filter(({ position }) => position > reached)
        freshAsOf = Math.max(freshAsOf, ...shown.map((comparison) => comparison.at))
      }
    } catch (error) {
      if (!closed) tellAway(error as Error)
    } finally {
      isComparing = false
    }
  }

  function tellAway(error: Error) {
    if (!isAway) options.onAway(error)
    isAway = true
  }

  function distrust() {
    freshAsOf = Number.NEGATIVE_INFINITY
    asked = []
  }

  const comparing = setInterval(compare, COMPARE_EVERY_MS)
  comparing.unref()
  void compare()
  return {
    db,
    isFresh: () => realtime.isLive() && freshAsOf > announcedAt && performance.now() - freshAsOf <= limitMs,
    lagMs: () => (freshAsOf === Number.NEGATIVE_INFINITY ? null : Math.round(performance.now() - freshAsOf)),
    distrust,
    async close() {
      closed = true
      clearInterval(comparing)
      await db.$client.end()
    },
  }
}

/** A place in the log, such as `16/B374D848`, as a number. */
function positionOf(text = '0/0'): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
