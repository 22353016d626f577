import type { ClientBase, Pool } from 'pg'
import { constraintOf, type Database, isDatabaseDown, openDatabase } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { createWriteBehind, type WriteBehind } from '#platform/write-behind.ts'
import type { Services } from '#ports/services.ts'
import type { BeaconEvent } from './schema.ts'
import {
  insertPageViews,
  insertProfileEvents,
  insertSearches,
  insertVitals,
  markImpressions,
  updatePageViews,
  upsertImpressions,
} from './statement.ts'

/** Whose beacon it is, as the server knows it. `at` is when it came, in milliseconds since 1970, UTC. */
export interface Visit {
  sessionId: string
  userId: string | null
  domain: string
  at: number
}

/** One row to write: an event, or one coach of a list. */
export type Tracked = Visit &
  (
    | Exclude<BeaconEvent, { kind: 'list' }>
    | { kind: 'impression'; coachId: string; position: number; query: string | null; filters: string }
  )

/** Small enough that neither the event loop nor a search beside it notices one. */
const BATCH_ROWS = 400
const WAIT_MS = 250
/** Some 30 MB, and five seconds at the rate the load drill asks for. */
const WAITING_ROWS = 100_000
const KEEP_MS = 60_000

interface Writer {
  queue: WriteBehind<Tracked>
  own: Database
}

/** What tracking needs of the services. */
export interface TrackingServices extends Pick<Services, 'db' | 'log'> {
  env: Pick<Env, 'DATABASE_URL'>
}

const writers = new WeakMap<Database, Writer>()

/** Takes what a beacon tells. Never waits, never throws: tracking disturbs nobody. */
export function track(services: TrackingServices, visit: Visit, events: readonly BeaconEvent[]): void {
  trackingQueue(services).add(
    events.flatMap((event, order): Tracked[] => {
      // A microsecond apart, so that what one beacon tells keeps its order.
      const visitNow = { ...visit, at: visit.at + order / 1_000 }
      if (event.kind !== 'list') return [{ ...visitNow, ...event }]
      const filters = JSON.stringify(event.filters)
      return event.coachIds.map((coachId, index) => ({
        ...visitNow,
        kind: 'impression',
        coachId,
        position: event.firstPosition + index,
        query: event.query,
        filters,
      }))
    }),
  )
}

/** The rows of this process that wait for the database; one queue for all that share a pool. */
export function trackingQueue(services: TrackingServices): WriteBehind<Tracked> {
  const writer = writers.get(services.db) ?? openWriter(services)
  writers.set(services.db, writer)
  return writer.queue
}

/** One connection of its own: tracking never takes one that a booking or a search waits for. */
function openWriter({ env, log }: TrackingServices): Writer {
  const own = openDatabase(env.DATABASE_URL, { poolSize: 1 })
  const queue = createWriteBehind<Tracked>({
    batchSize: BATCH_ROWS,
    waitMs: WAIT_MS,
    capacity: WAITING_ROWS,
    keepMs: KEEP_MS,
    write: (rows) => storeTracked(own.$client, rows),
    isPassing,
    onTrouble: (err, counts) => log.warn({ err, ...counts }, 'tracking: rows could not be written'),
  })
  return { queue, own }
}

/** Writes what still waits, and closes the connection. */
export async function stopTracking(db: Database): Promise<void> {
  const writer = writers.get(db)
  await writer?.queue.close()
  await writer?.own.$client.end()
}

/**
 * Writes rows of every kind in one transaction, a statement a kind. The commit does not wait for the disk: what a crash
 * of the database server takes is a fraction of a second of page views.
 */
export async function storeTracked(pool: Pool, rows: readonly Tracked[]): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; set local synchronous_commit = off; set local statement_timeout = '5s'`)
    await writeAll(client, rows)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function writeAll(client: ClientBase, rows: readonly Tracked[]) {
  const of = <K extends Tracked['kind']>(kind: K) =>
    rows.filter((row): row is Extract<Tracked, { kind: K }> => row.kind === kind)
  const run = async <R>(name: string, text: string, of: readonly R[], columns: ((row: R) => unknown)[]) => {
    if (of.length > 0) await client.query({ name, text, values: columns.map((column) => of.map(column)) })
  }
  const who = [(row: Visit) => row.sessionId, (row: Visit) => row.userId, (row: Visit) => row.at]
  const session = [(row: Visit) => row.sessionId, (row: Visit) => row.at]

  await run('track-views', insertPageViews, of('view'), [
    (row) => row.id,
    ...who,
    (row) => row.path,
    (row) => row.referrer,
    (row) => row.domain,
  ])
  await run('track-beats', updatePageViews, latestBeats(of('beat')), [
    (row) => row.viewId,
    ...session,
    (row) => row.seconds,
    (row) => row.exitPath,
  ])
  await run('track-impressions', upsertImpressions, latestImpressions(of('impression')), [
    (row) => row.sessionId,
    (row) => row.coachId,
    (row) => row.userId,
    (row) => row.at,
    (row) => row.query,
    (row) => row.filters,
    (row) => row.position,
  ])
  const clicks = of('click')
  await run('track-clicks', markImpressions, clicks, [
    (row) => row.sessionId,
    (row) => row.coachId,
    (row) => row.at,
    (row) => row.action,
  ])
  const events = clicks.filter((row) => row.action !== 'card_click')
  await run('track-profile-events', insertProfileEvents, events, [
    (row) => row.id,
    ...who,
    (row) => row.coachId,
    (row) => row.action,
  ])
  await run('track-searches', insertSearches, of('search'), [
    (row) => row.id,
    ...who,
    (row) => row.zip,
    (row) => row.resultsCount,
  ])
  await run('track-vitals', insertVitals, of('vital'), [
    (row) => row.id,
    ...session,
    (row) => row.name,
    (row) => row.value,
    (row) => row.rating,
    (row) => row.path,
  ])
}

/** One statement updates a row once: of several beats of a page view the longest counts. Ordered, so that writers never cross. */
function latestBeats(beats: Extract<Tracked, { kind: 'beat' }>[]) {
  const latest = new Map<string, (typeof beats)[number]>()
  for (const beat of beats) {
    const key = `${beat.viewId} ${beat.sessionId}`
    if (beat.seconds >= (latest.get(key)?.seconds ?? 0)) latest.set(key, beat)
  }
  return [...latest.values()].sort((a, b) => (a.viewId < b.viewId ? -1 : 1))
}

/** Of several showings of a coach in a session the last counts. */
function latestImpressions(impressions: Extract<Tracked, { kind: 'impression' }>[]) {
  return [...new Map(impressions.map((row) => [`${row.sessionId} ${row.coachId}`, row])).values()]
}

/** The database is away, too slow or in somebody's way just now: no fault of the rows. */
function isPassing(error: unknown): boolean {
  if (isDatabaseDown(error)) return true
  const kind = constraintOf(error)?.kind
  if (kind === 'deadlock' || kind === 'serialization') return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(57|53|55P03)/.test(code)
}
