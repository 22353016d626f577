import { and, eq, sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { workspaces } from './tables.ts'
import type { Pair, Side } from './workspace.ts'

/** A workspace as one of its two people enters it. */
export interface Workspace extends Pair {
  /** Null until something was written. */
  id: string | null
  as: Side
  coach: { id: string; label: string; pictureUrl: string | null }
  student: { id: string; name: string; pictureUrl: string | null }
  /** False when one of the two has left: what there is can be read, and nothing written. */
  isOpen: boolean
  /** Whether one of the two has blocked the other in their conversation. */
  isBlocked: boolean
  /** IANA zone in which the days of the workspace are counted: that of the newest lesson, else the coach's. */
  zone: string
  /** The present date there, `yyyy-MM-dd`. */
  today: string
}

/** What strangers are told, and everybody about a workspace that is not there. */
export const noSuchWorkspace = () =>
  new AppError('not_found', 'no_such_workspace', 'There is no such workspace.')

/** What strangers are told, and everybody about a part of a workspace that is not there. */
export const noSuchThing = () => new AppError('not_found', 'no_such_thing', 'There is no such thing.')

/** Who works together: a coach and a student who booked a lesson that was not called off, or who both wrote to the other. */
const workTogether = sql`(
  w.id is not null
  or exists (select from bookings b where b.instructor_id = coach.user_id and b.student_id = s.id
    and b.status in ('confirmed', 'completed'))
  or exists (select from conversations k where k.instructor_id = coach.user_id and k.student_id = s.id
    and exists (select from messages m where m.conversation_id = k.id and m.sender_id = k.student_id)
    and exists (select from messages m where m.conversation_id = k.id and m.sender_id = k.instructor_id
      and m.message_type <> 'ai_response')))`

/**
 * The workspace of a coach and a student, as one of the two sees it.
 * @throws AppError no_such_workspace for everybody else, and for two who have nothing to do with each other
 */
export async function findWorkspace(
  { db, clock }: { db: Queryable; clock: Services['clock'] },
  actor: Pick<Actor, 'userId' | 'role'>,
  { instructorId, studentId }: Pair,
): Promise<Workspace> {
  const as = sideOf(actor, { instructorId, studentId })
  if (!as) throw noSuchWorkspace()
  // Raw: asks for the two people and what they have to do with each other in one statement.
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
    where coach.user_id = ${instructorId} and not s.is_invited and ${workTogether}`)
  const row = found.rows[0]
  // What a student who left had goes with the account.
  if (!row || row.student_left) throw noSuchWorkspace()
  return {
    id: row.id,
    instructorId,
    studentId,
    as,
    coach: { id: instructorId, label: coachLabel(row.coach_name), pictureUrl: row.coach_picture },
    student: { id: studentId, name: row.student_name, pictureUrl: row.student_picture },
    isOpen: !row.coach_left,
    isBlocked: row.blocked,
    zone: row.zone,
    today: dateIn(clock.now(), row.zone),
  }
}

function sideOf(actor: Pick<Actor, 'userId' | 'role'>, { instructorId, studentId }: Pair): Side | null {
  if (actor.role === 'coach' && actor.userId === instructorId) return 'coach'
  return actor.role === 'student' && actor.userId === studentId ? 'student' : null
}

/** The workspace a thing belongs to. @throws AppError no_such_thing for everybody but the two */
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

/** Whoever writes more than this in an hour is a program. */
const WRITES = { points: 600, seconds: 3_600 }

/**
 * Writes into the workspace of two people, which is made with the first thing that is written.
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
    const { instructorId, studentId } = pair
    await tx
      .insert(workspaces)
      .values({ instructorId, studentId, createdAt: services.clock.now() })
      .onConflictDoNothing()
    return await work(tx, { ...workspace, id: await lockWorkspace(tx, pair) })
  })
}

/**
 * Changes a thing of a workspace, one change at a time.
 * @param idOf the workspace the thing belongs to; nothing when there is no such thing
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

async function lockWorkspace(tx: Queryable, { instructorId, studentId }: Pair): Promise<string> {
  const [locked] = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.instructorId, instructorId), eq(workspaces.studentId, studentId)))
    .for('update')
  if (!locked) throw noSuchWorkspace()
  return locked.id
}

function refuseClosed({ isOpen }: Workspace): void {
  if (!isOpen)
    throw new AppError(
      'conflict',
      'person_gone',
      'Your coach has left Greenside. You can still read what you worked on.',
    )
}

/** @throws AppError no_such_thing for the other side, who is told that there is none */
export function onlyFor(side: Side, { as }: Workspace): void {
  if (as !== side) throw noSuchThing()
}

/** @throws AppError too_many_things */
export function refuseMore(count: number, most: number, what: string): void {
  if (count >= most)
    throw new AppError('conflict', 'too_many_things', `That is as many ${what} as fit: ${most}.`)
}

/** What a save is told when somebody saved since. */
export const changedElsewhere = () =>
  new AppError(
    'conflict',
    'changed_elsewhere',
    'This was changed in another window. Nothing was overwritten.',
  )
