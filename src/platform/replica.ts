import type { Database } from './db.ts'
import type { Realtime } from './realtime.ts'

/** The interval in milliseconds at which primary and replica are compared. */
const COMPARE_EVERY_MS = 200
/**
 * A replica that does not respond within this time, in milliseconds, counts as unavailable. Pass it to the
 * replica's pool.
 */
export const REPLICA_ANSWER_MS = 2_000
/** The maximum number of pending comparisons; a replica further behind is not used anyway. */
const COMPARED_AT_MOST = 600

/** A streaming replica for reads that may be a second old. */
export interface Replica {
  db: Database
  /** Whether it is within the lag limit and shows everything that was announced to this process. */
  isFresh(): boolean
  /** The maximum lag in milliseconds; null while the replica is unavailable or its lag is unknown. */
  lagMs(): number | null
  /** Call after a query failed: the replica is not used until it has been compared again. */
  distrust(): void
  close(): Promise<void>
}

export interface ReplicaOptions {
  primary: Pick<Database, '$client'>
  /** The replica's pool; closed together with the replica. */
  db: Database
  /** The maximum lag in milliseconds. */
  limitMs: number
  realtime: Pick<Realtime, 'subscribe' | 'isLive'>
  /** Topic prefixes whose changes must be visible immediately. */
  topics: readonly string[]
  /** Called once with the reason when the replica becomes unusable. */
  onAway: (error: Error) => void
  /** Called once when the replica is usable again. */
  onBack: () => void
}

/**
 * Opens a streaming replica and continuously compares it with the primary: once the replica has replayed the
 * primary's log position, it shows everything committed before that position was read. This does not depend
 * on the machines' clocks.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, db, limitMs, realtime } = options
  /** The replica shows everything committed before this time of a monotonic clock. */
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
      // A promoted replica no longer follows a primary; the server may also never have been a replica.
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

/** Parses a log position (LSN), such as `16/B374D848`. */
function positionOf(text = '0/0'): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
