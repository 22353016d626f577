import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import type { Logger } from './log.ts'
import { errorWords } from './logged-error.ts'
import { failedItems } from './tables.ts'

interface Uses {
  db: Database
  clock: Clock
  log: Logger
}

/**
 * Processes the items of a job. A failed item does not stop the others: it is logged and stored in
 * `failed_items`, which admins can see and an alert monitors, until it succeeds or is no longer among the
 * items.
 * @param job.name the job's name in the table: `complete-lessons`
 * @param job.items ids of the items, or objects with such an id
 * @param job.work returns false when there was nothing to do
 * @returns the number of items that were processed
 */
export async function doEach<Item>(
  services: Uses,
  job: {
    name: string
    items: Iterable<Item> | AsyncIterable<Item>
    idOf: (item: Item) => string
    work: (item: Item) => Promise<unknown>
    /**
     * True for errors that would affect every other item as well, such as an unavailable vendor: the
     * remaining items wait for the next run.
     */
    stopsAt?: (error: unknown) => boolean
    /** Items are passed only once, so a failure stays recorded even if later runs do not include the item. */
    comesOnce?: boolean
  },
): Promise<number> {
  let done = 0
  const failed = new Map<string, unknown>()
  for await (const item of job.items) {
    try {
      if ((await job.work(item)) !== false) done++
    } catch (error) {
      if (job.stopsAt?.(error)) {
        services.log.warn({ err: error, job: job.name }, 'a job stopped and goes on with its next run')
        break
      }
      const id = job.idOf(item)
      failed.set(id, error)
      services.log.error({ err: error, job: job.name, item: id }, 'an item of a job failed')
    }
  }
  try {
    if (!job.comesOnce) await forgetOthers(services, job.name, [...failed.keys()])
    await note(services, job.name, failed)
  } catch (error) {
    services.log.error({ err: error, job: job.name }, 'the failed items of a job could not be noted')
  }
  return done
}

/**
 * Processes the parts of one item, such as the refunds of a booking. A failed part does not stop the others.
 * @throws the first error, after all parts were tried
 */
export async function tryEach<Part>(
  parts: Iterable<Part>,
  work: (part: Part) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const part of parts)
    try {
      await work(part)
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}

/** Deletes failures of earlier runs that did not recur: those items succeeded or are no longer due. */
async function forgetOthers({ db }: Uses, job: string, failed: string[]): Promise<void> {
  await db
    .delete(failedItems)
    .where(
      and(eq(failedItems.job, job), failed.length > 0 ? notInArray(failedItems.item, failed) : undefined),
    )
}

/** The maximum number of failures recorded per run. */
const MOST_NOTED = 100

async function note({ db, clock }: Uses, job: string, failed: ReadonlyMap<string, unknown>): Promise<void> {
  const at = clock.now()
  for (const [item, error] of [...failed].slice(0, MOST_NOTED))
    await db
      .insert(failedItems)
      .values({ job, item, error: errorWords(error), firstFailedAt: at, lastFailedAt: at })
      .onConflictDoUpdate({
        target: [failedItems.job, failedItems.item],
        set: { error: errorWords(error), times: sql`${failedItems.times} + 1`, lastFailedAt: at },
      })
}
