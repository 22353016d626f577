import { sql } from 'drizzle-orm'
import { type Clock, shiftedClock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Realtime } from '#platform/realtime.ts'

/** The clock of a demo: the machine's clock plus an offset that can grow, shared by all processes and the database. */
export type DemoClock = ReturnType<typeof shiftedClock>

const TOPIC = 'clock:'
/** The approximate number of stops on a long move. More would make users wait for minutes. */
const STOPS = 96
/** The longest single move; a longer one would take too long. */
const LONGEST_MOVE = 31 * 24 * HOUR

export const openDemoClock = (): DemoClock => shiftedClock()

/** Sets this process's clock to the demo's offset, and updates it when another process moves the clock. */
export async function followDemoClock(db: Database, realtime: Realtime, clock: DemoClock): Promise<void> {
  const read = async () => clock.setAhead(await readAhead(db))
  await read()
  realtime.subscribe(TOPIC, () => void read().catch(() => undefined))
}

async function readAhead(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ ahead: string }>(sql`select ahead_ms as ahead from local_vendor.clock`)
  return Number(rows[0]?.ahead ?? 0)
}

export const isDemoClock = (clock: Clock): clock is DemoClock => 'setAhead' in clock

/**
 * Moves a demo's clock forward. Stops every hour (less often on moves of more than four days) and whenever a job is due, and runs the due
 * jobs before continuing, so that events occur in their natural order.
 * @param to milliseconds since 1970, UTC; limited to the range from the present to a month ahead
 * @returns the clock's new time
 */
export async function moveDemoClock(
  { db, jobs }: { db: Database; jobs: Jobs },
  clock: DemoClock,
  to: number,
): Promise<number> {
  const target = Math.min(to, clock.now() + LONGEST_MOVE)
  const step = Math.max(HOUR, (target - clock.now()) / STOPS)
  while (clock.now() < target) {
    const since = clock.now()
    const next = Math.min(target, since + step, (await jobs.nextDue()) ?? target)
    await putForward({ db, jobs }, clock, next - clock.now())
    await jobs.workOff(since)
  }
  return clock.now()
}

/** Moves the clock forward by `by` milliseconds, brings pending jobs closer by the same amount, and notifies every process. */
async function putForward({ db, jobs }: { db: Database; jobs: Jobs }, clock: DemoClock, by: number) {
  const ms = Math.max(1, Math.ceil(by))
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ahead: string }>(sql`
      insert into local_vendor.clock (ahead_ms) values (${ms})
      on conflict (only_row) do update set ahead_ms = local_vendor.clock.ahead_ms + ${ms} returning ahead_ms as ahead`)
    await jobs.bringNearer(tx, ms)
    // Invalidates caches of coaches, whose contents depend on the time.
    await tx.execute(
      sql`select pg_notify('greenside', topic) from unnest(array['clock:moved', 'coaches:clock']) topic`,
    )
    clock.setAhead(Number(rows[0]?.ahead))
  })
}
