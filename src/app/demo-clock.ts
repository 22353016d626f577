import { sql } from 'drizzle-orm'
import { type Clock, shiftedClock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Realtime } from '#platform/realtime.ts'

/** The clock of a demo: it runs as the machine's does and can be moved forward, in all processes and in the database. */
export type DemoClock = ReturnType<typeof shiftedClock>

const TOPIC = 'clock:'
const HOUR = 3_600_000
/** A long move stops about so often, or people would wait for minutes. */
const STOPS = 96
/** Farther than that at once would keep people waiting. */
const LONGEST_MOVE = 31 * 24 * HOUR

export const openDemoClock = (): DemoClock => shiftedClock()

/** Sets a process's clock to where the demo's stands, and lets it follow when another process moves it. */
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
 * Moves a demo's clock forward. It stops on its way at every hour, on moves of more than four days less often, and wherever a job
 * comes due, and does what is due there before it goes on, so that things happen in the order in which they would have.
 * @param to milliseconds since 1970, UTC; one in the past, or more than a month away, is brought within bounds
 * @returns where the clock stands then
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

/** Puts the clock forward: what waits comes nearer by as much, and every process hears of it. */
async function putForward({ db, jobs }: { db: Database; jobs: Jobs }, clock: DemoClock, by: number) {
  const ms = Math.max(1, Math.ceil(by))
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ahead: string }>(sql`
      insert into local_vendor.clock (ahead_ms) values (${ms})
      on conflict (only_row) do update set ahead_ms = local_vendor.clock.ahead_ms + ${ms} returning ahead_ms as ahead`)
    await jobs.bringNearer(tx, ms)
    // What pages and searches remember of coaches was true at another time.
    await tx.execute(
      sql`select pg_notify('greenside', topic) from unnest(array['clock:moved', 'coaches:clock']) topic`,
    )
    clock.setAhead(Number(rows[0]?.ahead))
  })
}
