import { type SQL, sql } from 'drizzle-orm'
import { deliverLocalEventsJob } from '#features/payments/jobs.ts'
import { hiddenWords } from '#platform/hidden-words.ts'
import { contains } from '#platform/list-page.ts'
import { failedItems } from '#platform/tables.ts'
import { toIso } from '#platform/time.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList, Services } from '#ports/services.ts'
import { jobLabel } from './job-words.ts'
import type { JobQueueShown } from './schema.ts'

/** Lists every job queue: those with failures first, then by name. */
export async function readJobQueues({
  jobs,
  localCheckouts,
}: Pick<Services, 'jobs' | 'localCheckouts' | 'answers'>): Promise<JobQueueShown[]> {
  const iso = (at: number | null) => (at === null ? null : toIso(Math.round(at)))
  // Only a demo has the simulated processor, whose events a job delivers.
  const all = (await jobs.queues()).filter(
    ({ name }) => localCheckouts || name !== deliverLocalEventsJob.name,
  )
  return all
    .toSorted((a, b) => Math.sign(b.failed) - Math.sign(a.failed) || (a.name < b.name ? -1 : 1))
    .map(({ lastRun, nextRun, ...state }) => ({ ...state, lastRun: iso(lastRun), nextRun: iso(nextRun) }))
}

/** Removes addresses, numbers, keys and links from a vendor's error message. */
const withoutSecrets = (words: SQL): SQL =>
  hiddenWords.reduce(
    (text, [pattern, instead]) =>
      sql`regexp_replace(${text}, ${pattern}, ${instead.replace('$', '\\')}, 'g')`,
    words,
  )

/** Raw: the queue's own table. Payloads are hidden except for the template and ids. */
const facts = sql`(select string_agg(case fact.key when 'template' then fact.value else fact.key || ' ' || fact.value end, ', '
    order by fact.key = 'template' desc, fact.key)
  from jsonb_each_text(case jsonb_typeof(j.data) when 'object' then j.data else '{}' end) fact
  where fact.key = 'template' or (fact.key like '%Id' and fact.value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'))`
const words = sql`left(coalesce(j.output ->> 'message', case j.output #>> '{value,message}'
    when 'job timed out' then 'It took too long and was stopped.'
    when 'job heartbeat timeout' then 'The server that worked on it stopped.'
    else j.output #>> '{value,message}' end, 'No error was recorded.'), 500)`
const error = withoutSecrets(words)

/** Items that failed in the last attempt of a job, oldest first. */
export const failedItemList: AdminList = {
  name: 'failed-items',
  noun: ['item', 'items'],
  from: sql`${failedItems}`,
  id: sql`${failedItems.id}`,
  idKind: 'uuid',
  columns: {
    since: { label: 'Failing since', kind: 'instant', value: sql`${failedItems.firstFailedAt}`, sort: true },
    job: { label: 'Job', kind: 'text', value: sql`${failedItems.job}` },
    item: { label: 'Item', kind: 'text', value: sql`${failedItems.item}` },
    times: { label: 'Tries', kind: 'number', value: sql`${failedItems.times}` },
    error: {
      label: 'What went wrong',
      kind: 'text',
      isLong: true,
      value: withoutSecrets(sql`left(${failedItems.error}, 500)`),
    },
    last: { label: 'Last try', kind: 'instant', value: sql`${failedItems.lastFailedAt}` },
  },
  sortedBy: 'since',
  search: {
    label: 'Id of an item, or a job',
    matches: (words) => sql`${failedItems.item} = ${words} or ${contains(sql`${failedItems.job}`, words)}`,
  },
}

/**
 * Background jobs that failed after their last attempt, newest first.
 * @param names of all job queues
 */
export const failedJobList = (names: readonly string[]): AdminList => ({
  name: 'failed-jobs',
  noun: ['failed job', 'failed jobs'],
  from: sql`pgboss.job j`,
  where: sql`j.state = 'failed'`,
  id: sql`j.id`,
  idKind: 'uuid',
  columns: {
    queue: {
      label: 'Job',
      kind: 'choice',
      value: sql`j.name`,
      options: names.toSorted().map((value) => ({ value, label: jobLabel(value) })),
      filter: true,
    },
    error: { label: 'What went wrong', kind: 'text', isLong: true, value: error },
    attempts: { label: 'Tries', kind: 'number', value: sql`j.retry_count + 1` },
    failedAt: {
      label: 'Failed at',
      kind: 'instant',
      value: sql`j.completed_on`,
      sort: true,
      nullable: true,
      filter: true,
    },
    createdAt: { label: 'Started', kind: 'instant', value: sql`j.created_on`, fileOnly: true },
    about: { label: 'About', kind: 'text', value: facts, minor: true },
  },
  sortedBy: '-failedAt',
  search: {
    label: 'Words of the error, or an id',
    matches: (typed) =>
      isUuid(typed)
        ? sql`j.id = ${typed} or j.data::text like ${`%${typed.toLowerCase()}%`}`
        : contains(error, typed),
  },
  acts: {
    retry: {
      label: 'Try again',
      confirm: 'They run again right away in the background. Each job gets one more attempt.',
      done: 'They are being tried again',
      async run({ jobs }, tx, ids) {
        // Raw: the queue's own table. The row is locked, so that only one admin retries a job.
        const found = await tx.execute<{ id: string; name: string; tries: number }>(sql`
          select id, name, retry_count + 1 as tries from pgboss.job
          where id = any(${sql.param(ids)}::uuid[]) and state = 'failed' and name = any(${sql.param(names)}::text[])
          order by name, id for update`)
        const failed = [...found.rows]
        for (const [name, group] of Map.groupBy(failed, (job) => job.name))
          await jobs.retry(
            tx,
            name,
            group.map(({ id }) => id),
          )
        return failed.map(({ id, name, tries }) => ({
          id,
          before: { state: 'failed', tries: Number(tries) },
          after: { state: 'retry', queue: name },
        }))
      },
    },
  },
})
