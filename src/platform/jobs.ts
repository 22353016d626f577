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
import { inTraceOf, traced, traceHeaders } from './tracing.ts'

/** A kind of background job: the queue's name, the payload of a job, and its retry policy. */
export interface JobKind<T extends object> {
  name: string
  payload: z.ZodType<T>
  /** The number of retries after the first failure, with increasing delays. */
  retries: number
  /** The maximum delay between two attempts in seconds; defaults to 15 minutes. */
  longestWaitSeconds?: number
  /** How many jobs a process runs concurrently; defaults to one. */
  atOnce?: number
  /** For recurring jobs: five cron fields, UTC. */
  cron?: string
}

/** Declares a job; the handler is bound to it with {@link Jobs.handle}. */
export function defineJob<T extends object>(kind: JobKind<T>): JobKind<T> {
  return kind
}

export interface SendOptions {
  /** A UUID derived from the business event, so that the same event is enqueued only once. */
  id?: string
  /** The earliest start, in milliseconds since 1970, UTC. */
  notBefore?: number
  /**
   * For jobs with personal data of a closed account: erases the payload when the job is completed, and deletes the job this many seconds
   * after it completed or failed. By default, payload and job are kept for seven days.
   */
  forgetAfterSeconds?: number
}

/** In the payload of a job whose payload is erased once it is done, and in place of that payload. */
const ERASE_WHEN_DONE = 'eraseWhenDone'
const erased = { isErased: true }

/** How one kind of job is doing. Instants are by our clock, in milliseconds since 1970, UTC. */
export interface QueueState {
  name: string
  /** For recurring jobs: five cron fields, UTC. */
  cron: string | null
  /** When a job of this kind last started; null when none of the retained jobs has started. */
  lastRun: number | null
  /** When the next job is due; in the past when it waits for a worker, null when none is scheduled. */
  nextRun: number | null
  /** Jobs waiting for their start time, a worker, or a retry. */
  waiting: number
  running: number
  /** Jobs that failed on the last attempt. */
  failed: number
}

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists if and only if that transaction commits. */
  send<T extends object>(tx: Queryable, kind: JobKind<T>, payload: T, options?: SendOptions): Promise<void>
  /** Creates the queues so that jobs can be sent. Call before serving. */
  start(kinds: Pick<JobKind<object>, 'name' | 'retries' | 'longestWaitSeconds' | 'cron'>[]): Promise<void>
  /** Starts processing a kind of job in this process. Handlers must be idempotent: a job may run twice. */
  handle<T extends object>(kind: JobKind<T>, handler: (payload: T) => Promise<void>): Promise<void>
  /**
   * Runs all due jobs in this process, including the jobs that they send, until none is left; used after a
   * clock was moved. Jobs that recur every hour or more often run once; less frequent ones run if they became
   * due.
   * @param since the previous time of the application clock, milliseconds since 1970, UTC
   */
  workOff(since: number): Promise<void>
  /** Returns the state of every kind of job, by name. */
  queues(): Promise<QueueState[]>
  /**
   * Gives failed jobs one immediate retry, in the caller's transaction; jobs that are unknown or have not
   * failed are ignored.
   */
  retry(tx: Queryable, name: string, ids: string[]): Promise<void>
  /**
   * When the next waiting job is due by the application clock, milliseconds since 1970, UTC; null when none
   * is waiting.
   */
  nextDue(): Promise<number | null>
  /**
   * Moves the start times of waiting jobs earlier by `ms`; runs in the transaction that moves the application
   * clock forward.
   */
  bringNearer(tx: Queryable, ms: number): Promise<void>
  stop(): Promise<void>
}

/** Runs jobs and reports for each whether it succeeded. */
type Run = (jobs: Pick<Job<object>, 'id' | 'data'>[]) => Promise<JobResult[]>

/** A process that sends no heartbeat for this time is presumed dead; another process takes its job. */
const LOST_AFTER_SECONDS = 15

/**
 * Jobs in a batch succeed or fail individually. After a full batch the next is fetched at once. Notifications
 * wake the worker for new jobs; polling finds deferred jobs, for which no notification is sent when they
 * become due.
 */
const workOptions = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const

/**
 * Jobs stored in PostgreSQL by pg-boss, in the schema `pgboss`. The queue uses the system time, not the
 * application clock.
 * @param source `url`: the queue opens its own connections, as a worker must; `pool`: it uses an existing
 *   pool
 * @param options `work`: false for a process that only enqueues; `aheadMs`: how far the application clock is
 *   ahead of the system clock
 */
export function createJobs(
  source: { url: string } | { pool: pg.Pool },
  log: Logger,
  options: { work: boolean; aheadMs?: () => number },
): Jobs {
  const { aheadMs = () => 0 } = options
  const working = new Map<string, { cron: string | undefined; run: Run }>()
  const known = new Map<string, { cron: string | null }>()
  /**
   * The next due times of jobs that recur less than hourly, by the application clock; cached because
   * computing them takes milliseconds.
   */
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
      const isErased = sendOptions.forgetAfterSeconds !== undefined
      const data = { ...payload, ...traceHeaders(), ...(isErased ? { [ERASE_WHEN_DONE]: true } : {}) }
      await boss.send(kind.name, data, {
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
        // A queue created by an earlier version would otherwise keep its old options.
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
              // Its process ended between erasing the payload and reporting that it was done.
              const { data } = job
              if (!('isErased' in data))
                await inTraceOf(data, () =>
                  traced(
                    `job ${kind.name}`,
                    { kind: 'consumer', attributes: { 'messaging.message.id': job.id } },
                    () => handler(kind.payload.parse(data)),
                  ),
                )
              if (ERASE_WHEN_DONE in job.data)
                await boss
                  .getDb()
                  .executeSql('update pgboss.job set data = $3::jsonb where name = $1 and id = $2::uuid', [
                    kind.name,
                    job.id,
                    JSON.stringify(erased),
                  ])
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
      // Run directly, without a row in the queue: a clock that is moved by a day stops at each hour.
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

  /**
   * Whether a recurring job became due by the application clock since an instant; always true for jobs that
   * recur hourly or more often.
   */
  function isDue(cron: string, since: number): boolean {
    const [, hour] = cron.split(' ')
    if (hour === '*') return true
    let next = rare.get(cron) ?? since
    if (next <= since)
      next = boss.previewSchedule(cron, { count: 1, from: new Date(since) })[0]?.getTime() ?? Infinity
    rare.set(cron, next)
    return next <= Date.now() + aheadMs()
  }

  /**
   * Returns a queue of this process that has a due or an active job; null when there is none. Active jobs
   * count because they may send more jobs.
   */
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
 * Indexes for the admin pages' queries of active and finished jobs, which the library never queries but keeps
 * for a week. They are partial indexes, so enqueuing a job does not update them.
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

/**
 * The state of the queues named in $1; each count uses a partial index that contains only the counted rows.
 */
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

/** Waits while another process runs the job. */
const pause = () => new Promise((done) => setTimeout(done, 20))

/** The library's statements are long and identical for every job of a kind, so they are worth preparing. */
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
