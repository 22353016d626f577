import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { bookings } from '#features/bookings/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import { findOwnGolfer, golferOf } from '#features/golfers/queries.ts'
import type { PlayingGolfer } from '#features/golfers/schema.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { siteName } from '#platform/site-name.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { workspaces } from './tables.ts'
import type { Pair, Side } from './workspace.ts'

/** A workspace as seen by one of its two members. */
export interface Workspace extends Pair {
  /** Null until something is written. */
  id: string | null
  as: Side
  coach: { id: string; label: string; pictureUrl: string | null }
  student: { id: string; name: string; pictureUrl: string | null }
  /** Who plays, when it is not the student. */
  golfer: PlayingGolfer | null
  /** False when one member's account is closed: the workspace is then read-only. */
  isOpen: boolean
  /** Whether either member has blocked the other in their conversation. */
  isBlocked: boolean
  /** IANA zone for the dates of the workspace: the zone of the newest lesson, or else the coach's. */
  zone: string
  /** The current date in that zone, `yyyy-MM-dd`. */
  today: string
}

/** Thrown for workspaces that do not exist and for users who are not members. */
export const noSuchWorkspace = () =>
  new AppError('not_found', 'no_such_workspace', 'There is no such workspace.')

/** Thrown for items of a workspace that do not exist and for users who may not see them. */
export const noSuchThing = () => new AppError('not_found', 'no_such_thing', 'There is no such thing.')

/**
 * The golfer whose workspace a lesson is in; null for the student's own. It is the golfer who plays; once notes on the lesson are shared
 * or comments are written, the lesson stays where they are.
 * @param lesson the name of the row of bookings in the statement
 */
export const golferOfLesson = (lesson: SQL) => sql<string | null>`(
  select found.golfer_id from (
    select 1 as rank, k.shared_at as at, w.golfer_id from lesson_cards k join workspaces w on w.id = k.workspace_id
      where k.booking_id = ${lesson}.id and k.shared_at is not null
    union all select 2, c.created_at, w.golfer_id from workspaces w join workspace_comments c on c.workspace_id = w.id
      where w.instructor_id = ${lesson}.instructor_id and w.student_id = ${lesson}.student_id
        and c.about = 'lesson' and c.about_id = ${lesson}.id and c.removed_at is null
    union all select 3, null, ${lesson}.golfer_id
  ) found order by found.rank, found.at limit 1)`

/** The condition for the lessons of a workspace. */
export const isLessonOf = ({ instructorId, studentId, golferId }: Pair) =>
  and(
    eq(bookings.instructorId, instructorId),
    eq(bookings.studentId, studentId),
    sql`${golferOfLesson(sql`bookings`)} is not distinct from ${golferId}::uuid`,
  )

/**
 * Whether a coach and a student share a workspace: they have a booked lesson that was not cancelled, or both
 * wrote to each other. The workspace of a golfer begins with a lesson that the golfer plays.
 */
const workTogether = (golferId: string | null) =>
  golferId
    ? sql`(w.id is not null or exists (select from bookings b where b.instructor_id = coach.user_id and b.student_id = s.id
    and b.golfer_id = ${golferId}::uuid and b.status in ('confirmed', 'completed')))`
    : sql`(
  w.id is not null
  or exists (select from bookings b where b.instructor_id = coach.user_id and b.student_id = s.id
    and b.status in ('confirmed', 'completed'))
  or exists (select from conversations k where k.instructor_id = coach.user_id and k.student_id = s.id
    and exists (select from messages m where m.conversation_id = k.id and m.sender_id = k.student_id)
    and exists (select from messages m where m.conversation_id = k.id and m.sender_id = k.instructor_id
      and m.message_type <> 'ai_response')))`

/**
 * The workspace of a coach and a student, as seen by the actor.
 * @throws AppError no_such_workspace for other users, and for two people without a lesson or conversation
 */
export async function findWorkspace(
  { db, clock }: { db: Queryable; clock: Services['clock'] },
  actor: Pick<Actor, 'userId' | 'role'>,
  { instructorId, studentId, golferId }: Pair,
): Promise<Workspace> {
  const as = sideOf(actor, { instructorId, studentId })
  if (!as) throw noSuchWorkspace()
  const golfer = golferOf(golferId ? await findOwnGolfer(db, studentId, golferId) : null)
  if (golferId && !golfer) throw noSuchWorkspace()
  // Raw: reads the two people and their relationship in one statement.
  const found = await db.execute<{
    id: string | null
    coach_name: string | null
    coach_picture: string | null
    student_name: string
    student_picture: string | null
    coach_left: boolean
    student_left: boolean
    blocked: boolean
    zone: string
  }>(sql`
    select w.id, coach.display_name as coach_name, coalesce(coach.profile_image_url, cp.image) as coach_picture,
      s.full_name as student_name, s.image as student_picture, cp.closed_at is not null as coach_left,
      s.closed_at is not null as student_left,
      exists (select from conversation_participants p join conversations k on k.id = p.conversation_id
        where k.instructor_id = coach.user_id and k.student_id = s.id and p.blocked_at is not null) as blocked,
      coalesce((select b.time_zone from bookings b where b.instructor_id = coach.user_id and b.student_id = s.id
        and b.status in ('confirmed', 'completed') order by b.lesson_date desc limit 1), coach.time_zone) as zone
    from instructor_profiles coach join profiles cp on cp.id = coach.user_id join profiles s on s.id = ${studentId}
    left join workspaces w on w.instructor_id = coach.user_id and w.student_id = s.id
      and w.golfer_id is not distinct from ${golferId}::uuid
    where coach.user_id = ${instructorId} and not s.is_invited and ${workTogether(golferId)}`)
  const row = found.rows[0]
  // A student's data is erased with the account.
  if (!row || row.student_left) throw noSuchWorkspace()
  return {
    id: row.id,
    instructorId,
    studentId,
    golferId,
    golfer,
    as,
    coach: { id: instructorId, label: coachLabel(row.coach_name), pictureUrl: row.coach_picture },
    student: { id: studentId, name: row.student_name, pictureUrl: row.student_picture },
    isOpen: !row.coach_left,
    isBlocked: row.blocked,
    zone: row.zone,
    today: dateIn(clock.now(), row.zone),
  }
}

function sideOf(
  actor: Pick<Actor, 'userId' | 'role'>,
  { instructorId, studentId }: Omit<Pair, 'golferId'>,
): Side | null {
  if (actor.role === 'coach' && actor.userId === instructorId) return 'coach'
  return actor.role === 'student' && actor.userId === studentId ? 'student' : null
}

/**
 * The workspace with an id.
 * @throws AppError no_such_thing for users who are not members
 */
export async function findWorkspaceById(
  services: { db: Queryable; clock: Services['clock'] },
  actor: Pick<Actor, 'userId' | 'role'>,
  workspaceId: string | undefined,
): Promise<Workspace & { id: string }> {
  const [pair] = workspaceId
    ? await services.db.select().from(workspaces).where(eq(workspaces.id, workspaceId))
    : []
  if (!pair || !sideOf(actor, pair)) throw noSuchThing()
  const found = await findWorkspace(services, actor, pair)
  return { ...found, id: pair.id }
}

type Writing = Pick<Services, 'db' | 'clock' | 'rateLimits'>

/** Limits automated writing; people write less than this. */
const WRITES = { points: 600, seconds: 3_600 }

/**
 * Writes to the workspace of two people, creating it on the first write.
 * @throws AppError no_such_workspace, person_gone
 */
export async function writeTo<T>(
  services: Writing,
  actor: Actor,
  pair: Pair,
  work: (tx: Queryable, workspace: Workspace & { id: string }) => Promise<T>,
): Promise<T> {
  await services.rateLimits.count('workspace-write', actor.userId, WRITES)
  return await services.db.transaction(async (tx) => {
    const workspace = await findWorkspace({ db: tx, clock: services.clock }, actor, pair)
    refuseClosed(workspace)
    const { instructorId, studentId, golferId } = pair
    await checkGolfer(tx, studentId, golferId)
    await tx
      .insert(workspaces)
      .values({ instructorId, studentId, golferId, createdAt: services.clock.now() })
      .onConflictDoNothing()
    return await work(tx, { ...workspace, id: await lockWorkspace(tx, pair) })
  })
}

/**
 * Changes an item of a workspace. Changes to one workspace are serialized.
 * @param idOf returns the workspace the item belongs to, or undefined when there is no such item
 * @throws AppError no_such_thing, person_gone
 */
export async function writeIn<T>(
  services: Writing,
  actor: Actor,
  idOf: (tx: Queryable) => Promise<string | undefined>,
  work: (tx: Queryable, workspace: Workspace & { id: string }) => Promise<T>,
): Promise<T> {
  await services.rateLimits.count('workspace-write', actor.userId, WRITES)
  return await services.db.transaction(async (tx) => {
    const workspace = await findWorkspaceById({ db: tx, clock: services.clock }, actor, await idOf(tx))
    refuseClosed(workspace)
    await lockWorkspace(tx, workspace)
    return await work(tx, workspace)
  })
}

async function lockWorkspace(tx: Queryable, { instructorId, studentId, golferId }: Pair): Promise<string> {
  const [locked] = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.instructorId, instructorId),
        eq(workspaces.studentId, studentId),
        golferId ? eq(workspaces.golferId, golferId) : isNull(workspaces.golferId),
      ),
    )
    .for('update')
  if (!locked) throw noSuchWorkspace()
  return locked.id
}

function refuseClosed({ isOpen }: Workspace): void {
  if (!isOpen)
    throw new AppError(
      'conflict',
      'person_gone',
      `Your coach has left ${siteName}. You can still read what you worked on.`,
    )
}

/**
 * Restricts an operation to the coach or the student.
 * @throws AppError no_such_thing for the other side
 */
export function onlyFor(side: Side, { as }: Workspace): void {
  if (as !== side) throw noSuchThing()
}

/** Whether a request that was sent again has stored its row already. Requests in one workspace are serialized. */
export async function isStored(
  tx: Queryable,
  table: PgTable & { id: PgColumn },
  id: string,
): Promise<boolean> {
  const found = await tx.select({ id: table.id }).from(table).where(eq(table.id, id))
  return found.length > 0
}

/** @throws AppError too_many_things */
export function refuseMore(count: number, most: number, what: string): void {
  if (count >= most)
    throw new AppError('conflict', 'too_many_things', `That is as many ${what} as fit: ${most}.`)
}

/** Thrown when an edit is based on an outdated version. */
export const changedElsewhere = () =>
  new AppError(
    'conflict',
    'changed_elsewhere',
    'This was changed in another window. Nothing was overwritten.',
  )
