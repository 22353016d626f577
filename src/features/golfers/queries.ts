import { and, asc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { GolferList } from './own-golfers.ts'
import type { PlayingGolfer } from './schema.ts'
import { golfers } from './tables.ts'

/** The golfers of an account by name, and which of them the last lesson was booked for. */
export async function listGolfers(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  accountId: string,
): Promise<GolferList> {
  const { id, name, relation, yearOfBirth } = golfers
  const allowsClips = sql<boolean>`${relation} = 'adult' or ${golfers.clipsAllowedAt} is not null`
  const found = await db
    .select({ id, name, relation, yearOfBirth, allowsClips })
    .from(golfers)
    .where(and(eq(golfers.accountId, accountId), isNull(golfers.removedAt)))
    .orderBy(asc(golfers.name))
  const lastId = found.length > 0 ? await answers.last_golfer(db, accountId) : null
  return { golfers: found, lastId: found.some((one) => one.id === lastId) ? lastId : null }
}

/** A golfer of an account who was not removed; null for golfers of other accounts. */
export async function findOwnGolfer(
  db: Queryable,
  accountId: string,
  golferId: string,
): Promise<typeof golfers.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(golfers)
    .where(and(eq(golfers.id, golferId), eq(golfers.accountId, accountId), isNull(golfers.removedAt)))
  return row ?? null
}

/**
 * The name of the person who plays, in a statement about bookings.
 * @param lesson the columns with the golfer of the booking and the name of its student
 */
export const playerNameIn = (lesson: { golferId: SQLWrapper; studentName: SQLWrapper }) =>
  sql<string>`coalesce((select golfers.name from golfers where golfers.id = ${lesson.golferId}), ${lesson.studentName})`

/** The golfer of a row that a statement joined with `golfers`; null when the student plays. */
export const golferOf = (row: typeof golfers.$inferSelect | null): PlayingGolfer | null =>
  row && { id: row.id, name: row.name, relation: row.relation, yearOfBirth: row.yearOfBirth }
