import { and, asc, count, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { findWorkspace, type Workspace } from './access.ts'
import { readConsent } from './consents.ts'
import { readDrillPictures } from './drill-picture-files.ts'
import { countTaughtLessons, listCards } from './lesson-queries.ts'
import type {
  AssignedDrill,
  Comment,
  Drill,
  Goal,
  NoteView,
  WorkspaceEvent,
  WorkspaceView,
} from './schema.ts'
import { isShownEvent, isStandingEvent } from './shown-events.ts'
import {
  assignedDrills,
  drillTicks,
  goals,
  goalValues,
  practiceEntries,
  workspaceComments,
  workspaceEvents,
  workspaceNotes,
  workspaces,
} from './tables.ts'
import { type Pair, SHOWN_AT_ONCE } from './workspace.ts'

type Reading = Pick<Services, 'db' | 'clock'>

/** The maximum number of events on a page; older ones are kept but not shown. */
const SHOWN_EVENTS = 80

/**
 * The complete workspace as seen by one member.
 * @param most how many of the newest items of each kind are read
 * @throws AppError no_such_workspace
 */
export async function readWorkspace(
  services: Reading,
  actor: Actor,
  pair: Pair,
  most = SHOWN_AT_ONCE,
): Promise<WorkspaceView> {
  const { db, clock } = services
  const workspace = await findWorkspace(services, actor, pair)
  const { id, as, coach, student, golfer, isOpen, isBlocked, zone, today } = workspace
  const cards = await listCards(db, workspace, clock.now(), most.lessons)
  const { lessons, taught } = await countTaughtLessons(db, workspace, clock.now())
  const older = { lessons: Math.max(0, lessons - cards.length), notes: 0, practice: 0, comments: 0 }
  const whole = { id, as, coach, student, golfer, isOpen, isBlocked, zone, today, cards, taught, older }
  if (id === null)
    return {
      ...whole,
      goals: [],
      drills: [],
      practice: [],
      notes: [],
      comments: [],
      events: [],
      consent: 'nothing',
      news: 0,
    }
  const at = { id, workspace, userId: actor.userId }
  const events = await listEvents(db, at)
  const notes = await listNotes(db, at, most.notes)
  const practice = await listPractice(db, id, most.practice)
  const comments = await listComments(db, at, most.comments)
  return {
    ...whole,
    older: { ...older, notes: notes.older, practice: practice.older, comments: comments.older },
    goals: await listGoals(db, at),
    drills: await listAssigned(db, id),
    practice: practice.list,
    notes: notes.list,
    comments: comments.list,
    events,
    consent: await readConsent(db, id),
    news: await countNews(db, at),
  }
}

interface At {
  id: string
  workspace: Workspace
  /** The viewer. */
  userId: string
}

/** A member's display name in the workspace. */
const nameOf = ({ coach, student }: Workspace, userId: string) =>
  userId === coach.id ? coach.label : student.name

async function listGoals(db: Queryable, { id, workspace, userId }: At): Promise<Goal[]> {
  const rows = await db
    .select()
    .from(goals)
    .where(eq(goals.workspaceId, id))
    .orderBy(asc(goals.createdAt), asc(goals.id))
  if (rows.length === 0) return []
  const values = await db
    .select()
    .from(goalValues)
    .where(
      inArray(
        goalValues.goalId,
        rows.map((goal) => goal.id),
      ),
    )
    .orderBy(asc(goalValues.measuredOn), asc(goalValues.seq))
  const ofGoal = Map.groupBy(values, ({ goalId }) => goalId)
  return rows.map(({ createdAt, createdBy: _, workspaceId: __, ...goal }) => ({
    ...goal,
    createdAt: toIso(createdAt),
    values: (ofGoal.get(goal.id) ?? []).map((value) => ({
      id: value.id,
      value: value.value,
      on: value.measuredOn,
      by: nameOf(workspace, value.recordedBy),
      isMine: value.recordedBy === userId,
      isStruck: value.struckAt !== null,
    })),
  }))
}

async function listAssigned(db: Queryable, id: string): Promise<AssignedDrill[]> {
  const rows = await db
    .select()
    .from(assignedDrills)
    .where(eq(assignedDrills.workspaceId, id))
    .orderBy(desc(assignedDrills.createdAt), asc(assignedDrills.id))
  if (rows.length === 0) return []
  const ticks = await db
    .select()
    .from(drillTicks)
    .where(
      inArray(
        drillTicks.assignedDrillId,
        rows.map((drill) => drill.id),
      ),
    )
    .orderBy(asc(drillTicks.day))
  const pictures = await readDrillPictures(
    db,
    rows.map(({ pictureId }) => pictureId),
  )
  const ofDrill = Map.groupBy(ticks, ({ assignedDrillId }) => assignedDrillId)
  return rows.map((drill) => ({
    id: drill.id,
    bookingId: drill.bookingId,
    title: drill.title,
    how: drill.how,
    timesAWeek: drill.timesAWeek,
    dueOn: drill.dueOn,
    assignedOn: drill.assignedOn,
    isEnded: drill.endedAt !== null,
    picture: (drill.pictureId && pictures.get(drill.pictureId)) || null,
    ticks: (ofDrill.get(drill.id) ?? []).map(({ day }) => day),
  }))
}

async function listPractice(
  db: Queryable,
  id: string,
  most: number,
): Promise<{ list: WorkspaceView['practice']; older: number }> {
  const isListed = and(eq(practiceEntries.workspaceId, id), isNull(practiceEntries.removedAt))
  const [all] = await db.select({ n: count() }).from(practiceEntries).where(isListed)
  const list = await db
    .select({
      id: practiceEntries.id,
      day: practiceEntries.day,
      minutes: practiceEntries.minutes,
      content: practiceEntries.content,
    })
    .from(practiceEntries)
    .where(isListed)
    .orderBy(desc(practiceEntries.day), desc(practiceEntries.createdAt), asc(practiceEntries.id))
    .limit(most)
  return { list, older: Math.max(0, (all?.n ?? 0) - list.length) }
}

async function listNotes(
  db: Queryable,
  { id, workspace, userId }: At,
  most: number,
): Promise<{ list: NoteView[]; older: number }> {
  const isVisible = and(
    eq(workspaceNotes.workspaceId, id),
    isNull(workspaceNotes.removedAt),
    or(eq(workspaceNotes.isShared, true), eq(workspaceNotes.authorId, userId)),
  )
  const [all] = await db.select({ n: count() }).from(workspaceNotes).where(isVisible)
  const rows = await db
    .select()
    .from(workspaceNotes)
    .where(isVisible)
    .orderBy(desc(workspaceNotes.createdAt), asc(workspaceNotes.id))
    .limit(most)
  const list = rows.map((note) => ({
    id: note.id,
    isShared: note.isShared,
    content: note.content,
    by: nameOf(workspace, note.authorId),
    isMine: note.authorId === userId,
    version: note.version,
    at: toIso(note.createdAt),
    editedAt: note.editedAt === null ? null : toIso(note.editedAt),
  }))
  return { list, older: Math.max(0, (all?.n ?? 0) - list.length) }
}

async function listComments(
  db: Queryable,
  { id, workspace, userId }: At,
  most: number,
): Promise<{ list: Comment[]; older: number }> {
  const isVisible = and(
    eq(workspaceComments.workspaceId, id),
    isNull(workspaceComments.removedAt),
    // Comments on a note that its author keeps private are for the author alone.
    sql`not exists (select from ${workspaceNotes} n
      where n.id = ${workspaceComments.aboutId} and not n.is_shared and n.author_id <> ${userId})`,
  )
  const [all] = await db.select({ n: count() }).from(workspaceComments).where(isVisible)
  const rows = await db
    .select()
    .from(workspaceComments)
    .where(isVisible)
    .orderBy(desc(workspaceComments.createdAt), desc(workspaceComments.id))
    .limit(most)
  const list = rows.toReversed().map((comment) => ({
    id: comment.id,
    about: comment.about,
    aboutId: comment.aboutId,
    content: comment.content,
    by: nameOf(workspace, comment.authorId),
    isMine: comment.authorId === userId,
    at: toIso(comment.createdAt),
  }))
  return { list, older: Math.max(0, (all?.n ?? 0) - list.length) }
}

async function listEvents(db: Queryable, { id, workspace, userId }: At): Promise<WorkspaceEvent[]> {
  const rows = await db
    .select()
    .from(workspaceEvents)
    .where(
      and(
        eq(workspaceEvents.workspaceId, id),
        or(eq(workspaceEvents.actorId, userId), isShownEvent(sql`workspace_events`)),
      ),
    )
    .orderBy(desc(workspaceEvents.at), desc(workspaceEvents.id))
    .limit(SHOWN_EVENTS)
  return rows.map((event) => ({
    id: event.id,
    kind: event.kind,
    title: event.title,
    aboutId: event.aboutId,
    isMine: event.actorId === userId,
    by: nameOf(workspace, event.actorId),
    at: toIso(event.at),
    changes: event.changes ?? [],
  }))
}

/** The history of a goal, newest first. */
export async function listGoalHistory(
  db: Queryable,
  workspace: Workspace & { id: string },
  goalId: string,
  userId: string,
): Promise<WorkspaceEvent[]> {
  const rows = await db
    .select()
    .from(workspaceEvents)
    .where(and(eq(workspaceEvents.workspaceId, workspace.id), eq(workspaceEvents.aboutId, goalId)))
    .orderBy(desc(workspaceEvents.at), desc(workspaceEvents.id))
    .limit(500)
  return rows.map((event) => ({
    id: event.id,
    kind: event.kind,
    title: event.title,
    aboutId: event.aboutId,
    isMine: event.actorId === userId,
    by: nameOf(workspace, event.actorId),
    at: toIso(event.at),
    changes: event.changes ?? [],
  }))
}

async function countNews(db: Queryable, { id, workspace, userId }: At): Promise<number> {
  const seen = workspace.as === 'coach' ? workspaces.coachSeenAt : workspaces.studentSeenAt
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(workspaceEvents)
    .innerJoin(workspaces, eq(workspaces.id, workspaceEvents.workspaceId))
    .where(
      sql`${workspaces.id} = ${id} and ${workspaceEvents.actorId} <> ${userId}
        and ${workspaceEvents.at} > coalesce(${seen}, '-infinity') and ${isShownEvent(sql`workspace_events`)}`,
    )
  return row?.n ?? 0
}

/** Marks the workspace's news as seen by the user. */
export async function markSeen({ db, clock }: Reading, workspace: Workspace): Promise<void> {
  if (workspace.id === null) return
  const seenAt = clock.now()
  await db
    .update(workspaces)
    .set(
      workspace.as === 'coach'
        ? { coachSeenAt: seenAt, coachNewsDue: null }
        : { studentSeenAt: seenAt, studentNewsDue: null },
    )
    .where(eq(workspaces.id, workspace.id))
}

/**
 * Whether there is an unseen event for one member that was not undone or hidden since.
 * @param among the last event, and the events themselves if they are known
 */
export async function isUnseen(
  db: Queryable,
  workspaceId: string,
  userId: string,
  among: { upTo: number; eventIds?: readonly number[] | undefined },
): Promise<boolean> {
  const isAmong = among.eventIds
    ? inArray(workspaceEvents.id, [...among.eventIds])
    : lte(workspaceEvents.id, among.upTo)
  const [found] = await db
    .select({ id: workspaceEvents.id })
    .from(workspaceEvents)
    .innerJoin(workspaces, eq(workspaces.id, workspaceEvents.workspaceId))
    .where(
      sql`${workspaces.id} = ${workspaceId} and ${isAmong} and ${workspaceEvents.actorId} <> ${userId}
        and ${workspaceEvents.at} > coalesce(case when ${workspaces.studentId} = ${userId} then ${workspaces.studentSeenAt}
          else ${workspaces.coachSeenAt} end, '-infinity') and ${isStandingEvent(sql`workspace_events`)}`,
    )
    .limit(1)
  return found !== undefined
}

/** Whether none of the events was undone or hidden since. */
export async function areStanding(db: Queryable, eventIds: readonly number[]): Promise<boolean> {
  const [undone] = await db
    .select({ id: workspaceEvents.id })
    .from(workspaceEvents)
    .where(
      and(inArray(workspaceEvents.id, [...eventIds]), sql`not ${isStandingEvent(sql`workspace_events`)}`),
    )
    .limit(1)
  return undone === undefined
}

/** A coach's library of drills, by title. */
export async function listDrills(db: Queryable, coachId: string): Promise<Drill[]> {
  // Raw: counts the students of each drill in the same statement.
  const { rows } = await db.execute<{
    id: string
    title: string
    how: string
    times_a_week: number
    version: number
    picture_id: string | null
    students: number
  }>(sql`
    select d.id, d.title, d.how, d.times_a_week, d.version, d.picture_id,
      (select count(distinct a.workspace_id)::int from assigned_drills a where a.drill_id = d.id and a.ended_at is null) as students
    from drills d where d.instructor_id = ${coachId} and d.removed_at is null order by lower(d.title), d.id`)
  const pictures = await readDrillPictures(
    db,
    rows.map((drill) => drill.picture_id),
  )
  return rows.map(({ times_a_week, picture_id, ...drill }) => ({
    ...drill,
    timesAWeek: times_a_week,
    picture: (picture_id && pictures.get(picture_id)) || null,
  }))
}

/** Whether a user may subscribe to changes of a workspace: only its two members may. */
export async function maySubscribeToWorkspace(
  db: Queryable,
  actor: Pick<Actor, 'userId' | 'role'>,
  workspaceId: string,
): Promise<boolean> {
  const [pair] = await db.select().from(workspaces).where(eq(workspaces.id, workspaceId))
  if (!pair) return false
  return actor.role === 'coach' ? pair.instructorId === actor.userId : pair.studentId === actor.userId
}
