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

/**
 * The session of a beacon, as known to the server. `at` is the time of arrival, in milliseconds since 1970,
 * UTC.
 */
export interface Visit {
  sessionId: string
  userId: string | null
  domain: string
  at: number
}

/** One row to write: an event, or one coach in a list. */
export type Tracked = Visit &
  (
    | Exclude<BeaconEvent, { kind: 'list' }>
    | { kind: 'impression'; coachId: string; position: number; query: string | null; filters: string }
  )

/** Small enough not to delay the event loop or a concurrent search noticeably. */
const BATCH_ROWS = 400
const WAIT_MS = 250
/** About 30 MB, or five seconds at the rate of the load drill. */
const WAITING_ROWS = 100_000
const KEEP_MS = 60_000

interface Writer {
  queue: WriteBehind<Tracked>
  own: Database
  /** The time of the last event, in milliseconds with a fraction. */
  lastAt: number
}

/** The services that tracking needs. */
export interface TrackingServices extends Pick<Services, 'db' | 'log'> {
  env: Pick<Env, 'DATABASE_URL'>
}

const writers = new WeakMap<Database, Writer>()

/** Queues the events of a beacon. Never blocks and never throws: tracking must not affect the request. */
export function track(services: TrackingServices, visit: Visit, events: readonly BeaconEvent[]): void {
  const writer = writerOf(services)
  writer.queue.add(
    events.flatMap((event): Tracked[] => {
      // Adds two microseconds per event of the same millisecond, to preserve their order. One could be lost in rounding.
      const isSameMillisecond = visit.at === Math.floor(writer.lastAt)
      writer.lastAt = isSameMillisecond ? writer.lastAt + 0.002 : visit.at
      const visitNow = { ...visit, at: writer.lastAt }
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

/** The queue of rows to write in this process; shared by everything that uses the same pool. */
export const trackingQueue = (services: TrackingServices): WriteBehind<Tracked> => writerOf(services).queue

function writerOf(services: TrackingServices): Writer {
  const writer = writers.get(services.db) ?? openWriter(services)
  writers.set(services.db, writer)
  return writer
}

/** Tracking has its own connection, so that it never takes one from a booking or a search. */
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
  return { queue, own, lastAt: 0 }
}

/** Writes the queued rows, and closes the connection. */
export async function stopTracking(db: Database): Promise<void> {
  const writer = writers.get(db)
  await writer?.queue.close()
  await writer?.own.$client.end()
}

/**
 * Writes rows of all kinds in one transaction, one statement per kind. The commit is asynchronous: a crash of
 * the database server loses a fraction of a second of page views.
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

/**
 * Keeps the longest beat of each page view, because a statement can update a row only once. Sorted, to avoid
 * deadlocks.
 */
function latestBeats(beats: Extract<Tracked, { kind: 'beat' }>[]) {
  const latest = new Map<string, (typeof beats)[number]>()
  for (const beat of beats) {
    const key = `${beat.viewId} ${beat.sessionId}`
    if (beat.seconds >= (latest.get(key)?.seconds ?? 0)) latest.set(key, beat)
  }
  return [...latest.values()].sort((a, b) => (a.viewId < b.viewId ? -1 : 1))
}

/** Keeps the last impression of each coach in a session. */
function latestImpressions(impressions: Extract<Tracked, { kind: 'impression' }>[]) {
  return [...new Map(impressions.map((row) => [`${row.sessionId} ${row.coachId}`, row])).values()]
}

/**
 * Whether an error is temporary: the database is unavailable, too slow or had a conflict. The rows are valid
 * and can be retried.
 */
function isPassing(error: unknown): boolean {
  if (isDatabaseDown(error)) return true
  const kind = constraintOf(error)?.kind
  if (kind === 'deadlock' || kind === 'serialization') return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(57|53|55P03)/.test(code)
}
