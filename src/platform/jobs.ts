import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { preparing, type Queryable } from './db.ts'
import { askedBy, openJobsConnections } from './jobs-connections.ts'
import type { Logger } from './log.ts'
import { errorWords } from './logged-error.ts'

/** What kind of thing happens later: a queue's name, what a job of it carries, and how often it is tried. */
export interface JobKind<T extends object> {
  name: string
  payload: z.ZodType<T>
  /** Tries after the first one fails; each waits longer than the one before. */
  retries: number
  /** The longest wait between two tries, in seconds; a quarter of an hour when left out. */
  longestWaitSeconds?: number
  /** How many a process works on at once; one by one when left out. */
  atOnce?: number
  /** A repeating job: five cron fields, UTC. */
  cron?: string
}

/** Declares a job; the handler is bound to it with {@link Jobs.handle}. */
export function defineJob<T extends object>(kind: JobKind<T>): JobKind<T> {
  return kind
}

export interface SendOptions {
  /** A UUID made from the business event, so that the same event is enqueued once. */
  id?: string
  /** Not before this instant, in milliseconds since 1970, UTC. */
  notBefore?: number
  /** When the finished job is deleted, in seconds after it was done; seven days when left out. */
  forgetAfterSeconds?: number
}

/** How one kind of job is doing. Instants are by our clock, in milliseconds since 1970, UTC. */
export interface QueueState {
  name: string
  /** Of a repeating job: five cron fields, UTC. */
  cron: string | null
  /** When a job of it was last begun; null when none of those still kept was. */
  lastRun: number | null
  /** When the next one comes due; in the past when it waits for a worker, null when none is planned. */
  nextRun: number | null
  /** Waiting for their time, a worker, or another try. */
  waiting: number
  running: number
  /** Given up after the last try. */
  failed: number
}

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists exactly when the change it follows does. */
  send<T extends object>(tx: Queryable, kind: JobKind<T>, payload: T, options?: SendOptions): Promise<void>
  /** Makes the queues, so that jobs can be sent. Call before serving. */
  start(kinds: Pick<JobKind<object>, 'name' | 'retries' | 'longestWaitSeconds' | 'cron'>[]): Promise<void>
  /** Starts working on a kind of job in this process. A handler may run twice for one job and must not mind. */
  handle<T extends object>(kind: JobKind<T>, handler: (payload: T) => Promise<void>): Promise<void>
  /**
   * Does in this process what is due, and what follows from it, until nothing is: for a clock that was moved. What repeats every
   * hour or oftener runs once, what is rarer runs if its time came.
   * @param since where our clock stood before, milliseconds since 1970, UTC
   */
  workOff(since: number): Promise<void>
  /** How every kind of job is doing, by name. */
  queues(): Promise<QueueState[]>
  /** Gives failed jobs one more try, at once, in the caller's transaction; those of no kind, or that did not fail, stay as they are. */
  retry(tx: Queryable, name: string, ids: string[]): Promise<void>
  /** When the next job that waits comes due by our clock, milliseconds since 1970, UTC; null when none waits. */
  nextDue(): Promise<number | null>
  /** In the transaction that puts our clock forward by so many milliseconds: what waits comes due as much earlier. */
  bringNearer(tx: Queryable, ms: number): Promise<void>
  stop(): Promise<void>
}

/** Does jobs, and says of each whether it succeeded. */
type Run = (jobs: Pick<Job<object>, 'id' | 'data'>[]) => Promise<JobResult[]>

/** A process that has not said for so long that it is still at a job has died; another takes the job. */
const LOST_AFTER_SECONDS = 15

/**
 * A job in a batch succeeds or fails by itself. While batches come back full the next is fetched at once. Announcements
 * wake the worker for new jobs; polling is for those that were put off, which nobody announces when they are due.
 */
const workOptions = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const

/**
 * Jobs kept in PostgreSQL by pg-boss, in the schema `pgboss`. The queue keeps the machine's time, whatever our clock says.
 * @param source `url`: the queue opens connections of its own, as a worker must; `pool`: it asks by somebody's
 * @param options `work`: false for a process that only enqueues; `aheadMs`: how far our clock runs ahead of the machine's
 */
export function createJobs(
  source: { url: string } | { pool: pg.Pool },
  log: Logger,
  options: { work: boolean; aheadMs?: () => number },
): Jobs {
  const { aheadMs = () => 0 } = options
  const working = new Map<string, { cron: string | undefined; run: Run }>()
  const known = new Map<string, { cron: string | null }>()
  /** When what is rarer than hourly comes next, by our clock: to work it out takes milliseconds. */
  const rare = new Map<string, number>()
  const connections =
    'pool' in source
      ? { db: askedBy(source.pool), close: async () => undefined }
      : openJobsConnections(source.url, log)
  const boss = new PgBoss({
    db: connections.db,
    supervise: options.work,
    schedule: options.work,
    useListenNotify: options.work,
    superviseIntervalSeconds: LOST_AFTER_SECONDS,
    monitorIntervalSeconds: LOST_AFTER_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs: connection trouble'))
  boss.on('warning', (warning) => log.debug({ warning }, 'jobs: warning'))

  return {
    async send(tx, kind, payload, sendOptions = {}) {
      await boss.send(kind.name, payload, {
        db: preparedOn(tx) ?? fromDrizzle(tx, sql),
        ...(sendOptions.id ? { id: sendOptions.id } : {}),
        ...(sendOptions.notBefore ? { startAfter: new Date(sendOptions.notBefore - aheadMs()) } : {}),
        ...(sendOptions.forgetAfterSeconds ? { deleteAfterSeconds: sendOptions.forgetAfterSeconds } : {}),
      })
    },
    async start(kinds) {
      await boss.start()
      await boss.getDb().executeSql(ownIndexes)
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const kind of kinds) {
        known.set(kind.name, { cron: kind.cron ?? null })
        const options = {
          retryLimit: kind.retries,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: kind.longestWaitSeconds ?? 900,
          expireInSeconds: 120,
          heartbeatSeconds: LOST_AFTER_SECONDS,
          notify: true,
        }
        const made = queues.get(kind.name)
        if (!made) await boss.createQueue(kind.name, options)
        // One that an earlier version made keeps its options otherwise.
        else if (!isDeepStrictEqual({ ...made, ...options }, made)) await boss.updateQueue(kind.name, options)
      }
    },
    async handle(kind, handler) {
      if (kind.cron) await boss.schedule(kind.name, kind.cron, {})
      const run: Run = async (jobs) => {
        const results: JobResult[] = []
        const waiting = [...jobs]
        const workOff = async () => {
          for (let job = waiting.shift(); job; job = waiting.shift()) {
            try {
              await handler(kind.payload.parse(job.data))
              results.push({ id: job.id, status: 'completed' })
            } catch (error) {
              log.warn(
                { err: error, job: kind.name, jobId: job.id },
                'job failed, will be tried again while tries are left',
              )
              results.push({ id: job.id, status: 'failed', output: { message: errorWords(error) } })
            }
          }
        }
        await Promise.all(Array.from({ length: kind.atOnce ?? 1 }, workOff))
        return results
      }
      working.set(kind.name, { cron: kind.cron, run })
      await boss.work<object>(kind.name, workOptions, run)
    },
    async workOff(since) {
      // At once, without a row in the queue: a clock that is moved by a day stops at each of its hours.
      for (const { cron, run } of working.values())
        if (cron && isDue(cron, since)) await run([{ id: randomUUID(), data: {} }])
      const deadline = performance.now() + LOST_AFTER_SECONDS * 2_000
      for (let name = await dueQueue(); name && performance.now() < deadline; name = await dueQueue()) {
        const jobs = await boss.fetch<object>(name, { batchSize: workOptions.batchSize })
        if (jobs.length === 0) await pause()
        for (const { id, status, output } of (await working.get(name)?.run(jobs)) ?? [])
          await (status === 'completed' ? boss.complete(name, id) : boss.fail(name, id, output))
      }
    },
    async queues() {
      const { rows } = await boss.getDb().executeSql(queueStates, [[...known.keys()]])
      const found = new Map(rows.map((row) => [String(row.name), row]))
      const ours = (machines: number | null | undefined) =>
        typeof machines === 'number' ? machines + aheadMs() : null
      return [...known].map(([name, { cron }]) => {
        const { last, next, waiting = 0, running = 0, failed = 0 } = found.get(name) ?? {}
        const planned = cron ? boss.previewSchedule(cron, { count: 1 })[0]?.getTime() : undefined
        const soonest = [next, planned].filter((at) => typeof at === 'number')
        const nextRun = soonest.length > 0 ? Math.min(...soonest) : null
        return { name, cron, lastRun: ours(last), nextRun: ours(nextRun), waiting, running, failed }
      })
    },
    async retry(tx, name, ids) {
      if (known.has(name)) await boss.retry(name, ids, { db: fromDrizzle(tx, sql) })
    },
    async nextDue() {
      const { rows } = await boss.getDb().executeSql(
        `select extract(epoch from min(start_after)) * 1000 as at from pgboss.job
         where state in ('created', 'retry') and start_after > now() + interval '1 second'`,
      )
      return rows[0]?.at ? Number(rows[0].at) + aheadMs() : null
    },
    async bringNearer(tx, ms) {
      await tx.execute(sql`
        update pgboss.job set start_after = start_after - make_interval(secs => ${ms / 1_000})
        where state in ('created', 'retry') and start_after > now()`)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 }).catch(() => undefined)
      await connections.close()
    },
  }

  /** Whether a repeating job came due by our clock since an instant; one that repeats every hour or oftener always did. */
  function isDue(cron: string, since: number): boolean {
    const [, hour] = cron.split(' ')
    if (hour === '*') return true
    let next = rare.get(cron) ?? since
    if (next <= since)
      next = boss.previewSchedule(cron, { count: 1, from: new Date(since) })[0]?.getTime() ?? Infinity
    rare.set(cron, next)
    return next <= Date.now() + aheadMs()
  }

  /** A queue of this process in which a job is due, or being done by somebody, who may send more; null when there is none. */
  async function dueQueue(): Promise<string | null> {
    const { rows } = await boss.getDb().executeSql(
      `select name from pgboss.job where name = any ($1) and (state in ('created', 'retry') and start_after <= now()
         or state = 'active') order by state, start_after limit 1`,
      [[...working.keys()]],
    )
    return rows[0]?.name ?? null
  }
}

/**
 * What the back office asks of jobs that are at work or over, which the library never does: it keeps them for a week. Each holds a part
 * of the jobs, and none is entered when a job is sent.
 */
const ownIndexes = `do $$ begin
  if to_regclass('pgboss.jobs_failed') is null or to_regclass('pgboss.jobs_active') is null
    or to_regclass('pgboss.jobs_begun') is null
  then
    perform pg_advisory_xact_lock(hashtext('own indexes of jobs'));
    create index if not exists jobs_failed on pgboss.job (completed_on desc nulls last, id desc) where state = 'failed';
    create index if not exists jobs_active on pgboss.job (name, started_on) where state = 'active';
    create index if not exists jobs_begun on pgboss.job (name, started_on) where state > 'active';
  end if;
end $$`

/** How the queues named in $1 are doing; each figure is counted by an index that holds no more than what it counts. */
const queueStates = `
  select name, (extract(epoch from greatest(waiting.last, running.last, over.last)) * 1000)::float8 as last,
    (extract(epoch from waiting.next) * 1000)::float8 as next, waiting.n as waiting, running.n as running, coalesce(failed.n, 0) as failed
  from unnest($1::text[]) name
    cross join lateral (select count(*)::int as n, min(j.start_after) as next, max(j.started_on) as last from pgboss.job j
      where j.name = name.name and j.state < 'active' and not j.blocked) waiting
    cross join lateral (select count(*)::int as n, max(j.started_on) as last from pgboss.job j
      where j.name = name.name and j.state = 'active') running
    cross join lateral (select max(j.started_on) as last from pgboss.job j
      where j.name = name.name and j.state > 'active') over
    left join (select name, count(*)::int as n from pgboss.job where state = 'failed' group by name) failed using (name)`

/** Somebody else is at it. */
const pause = () => new Promise((done) => setTimeout(done, 20))

/** The library's statements are the same for every job of a kind, and long: worth planning once. */
const names = new Map<string, string>()

function preparedOn(tx: Queryable): Db | null {
  const connection = preparing(tx)
  if (!connection) return null
  return {
    executeSql(text, values) {
      const name = names.get(text) ?? `send-job-${names.size}`
      names.set(text, name)
      return connection.query({ name, text, values: values ?? [] })
    },
  }
}
