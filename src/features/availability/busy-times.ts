import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { instructorBusyTimes } from './tables.ts'

/** A busy time from an entry of another calendar; milliseconds since 1970, UTC. */
export interface BusyTime {
  start: number
  end: number
  /** The entry's title, visible only to the coach. */
  title: string | null
}

/** PostgreSQL limits the number of parameters in a statement; each row takes five. */
const ROWS_A_STATEMENT = 2_000

/**
 * Replaces the busy times of a calendar. Writes only the differences: a sync without changes does not
 * increase the version of the coach's schedule, which would make bookings in progress fail.
 */
export async function replaceBusyTimes(
  tx: Queryable,
  calendar: { id: string; instructorId: string },
  found: readonly BusyTime[],
): Promise<void> {
  const busy = instructorBusyTimes
  const kept = await tx
    .select({ id: busy.id, start: busy.startsAt, end: busy.endsAt, title: busy.title })
    .from(busy)
    .where(eq(busy.calendarId, calendar.id))
  const wanted = new Map<string, { time: BusyTime; count: number }>()
  for (const time of found) {
    const known = wanted.get(keyOf(time))
    if (known) known.count++
    else wanted.set(keyOf(time), { time, count: 1 })
  }
  const gone: string[] = []
  for (const row of kept) {
    const same = wanted.get(keyOf(row))
    if (same && same.count > 0) same.count--
    else gone.push(row.id)
  }
  const added = [...wanted.values()].flatMap(({ time, count }) => Array.from({ length: count }, () => time))
  if (gone.length > 0)
    await tx
      .delete(busy)
      .where(and(eq(busy.calendarId, calendar.id), sql`${busy.id} = any(${sql.param(gone)}::uuid[])`))
  for (let at = 0; at < added.length; at += ROWS_A_STATEMENT)
    await tx.insert(busy).values(
      added.slice(at, at + ROWS_A_STATEMENT).map(({ start, end, title }) => ({
        instructorId: calendar.instructorId,
        calendarId: calendar.id,
        startsAt: start,
        endsAt: end,
        title,
      })),
    )
}

const keyOf = ({ start, end, title }: BusyTime) => `${start} ${end} ${title ?? ''}`
