import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { bookings } from '#features/bookings/tables.ts'
import { requireReach } from '#features/messages/may-reach.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import {
  changedElsewhere,
  golferOfLesson,
  isStored,
  noSuchThing,
  refuseMore,
  writeIn,
  writeTo,
} from './access.ts'
import { record } from './events.ts'
import type {
  changeNoteSchema,
  saveCardSchema,
  shareCardSchema,
  writeCommentSchema,
  writeNoteSchema,
} from './schema.ts'
import {
  assignedDrills,
  goals,
  lessonCards,
  shotSessions,
  workspaceComments,
  workspaceNotes,
} from './tables.ts'
import type { CommentSubject, Pair } from './workspace.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'rateLimits' | 'jobs' | 'answers'>

const MOST_NOTES = 500
const MOST_COMMENTS = 5_000

/** The coach and student of a booked or taught lesson, and the golfer in whose workspace it is. */
async function pairOfLesson(db: Queryable, bookingId: string) {
  const [lesson] = await db
    .select({
      instructorId: bookings.instructorId,
      studentId: bookings.studentId,
      golferId: golferOfLesson(sql`bookings`),
      title: bookings.lessonTitle,
      status: bookings.status,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  return lesson && (lesson.status === 'confirmed' || lesson.status === 'completed') ? lesson : null
}

async function writeAboutLesson<T>(
  services: Writing,
  coach: Actor,
  bookingId: string,
  work: Parameters<typeof writeTo<T>>[3],
) {
  const lesson = await pairOfLesson(services.db, bookingId)
  if (!lesson || lesson.instructorId !== coach.userId) throw noSuchThing()
  return { lesson, result: await writeTo(services, coach, lesson, work) }
}

/**
 * Saves the coach's draft about a lesson. The student does not see it until it is shared.
 * @returns the new version
 * @throws AppError no_such_thing, changed_elsewhere
 */
export async function saveCard(
  services: Writing,
  coach: Actor,
  { bookingId, basedOn, note, nextGoal, privateNote }: z.output<typeof saveCardSchema>,
): Promise<number> {
  const { result } = await writeAboutLesson(services, coach, bookingId, async (tx, workspace) => {
    const text = { draftNote: note, draftNextGoal: nextGoal, privateNote, savedAt: services.clock.now() }
    const [kept] = await tx
      .select({ version: lessonCards.version })
      .from(lessonCards)
      .where(eq(lessonCards.bookingId, bookingId))
    if ((kept?.version ?? 0) !== basedOn) throw changedElsewhere()
    const version = basedOn + 1
    await tx
      .insert(lessonCards)
      .values({ bookingId, workspaceId: workspace.id, ...text, version })
      .onConflictDoUpdate({
        target: lessonCards.bookingId,
        set: { ...text, version, workspaceId: workspace.id },
      })
    return version
  })
  return result
}

/**
 * Shares the coach's draft about a lesson with the student, except the private note.
 * @returns the new version
 * @throws AppError no_such_thing, changed_elsewhere, nothing_to_share
 */
export async function shareCard(
  services: Writing,
  coach: Actor,
  { bookingId, basedOn }: z.output<typeof shareCardSchema>,
): Promise<number> {
  const { result } = await writeAboutLesson(services, coach, bookingId, async (tx, workspace) => {
    const [kept] = await tx.select().from(lessonCards).where(eq(lessonCards.bookingId, bookingId))
    if ((kept?.version ?? 0) !== basedOn) throw changedElsewhere()
    if (!kept || (!kept.draftNote && !kept.draftNextGoal && !kept.sharedAt))
      throw new AppError('bad_input', 'nothing_to_share', 'Write something to share first.')
    const { draftNote, draftNextGoal } = kept
    const isSame = kept.sharedAt !== null && kept.note === draftNote && kept.nextGoal === draftNextGoal
    if (isSame) return kept.version
    const at = services.clock.now()
    const version = kept.version + 1
    await tx
      .update(lessonCards)
      .set({ note: draftNote, nextGoal: draftNextGoal, sharedAt: at, version, workspaceId: workspace.id })
      .where(eq(lessonCards.bookingId, bookingId))
    const lesson = await pairOfLesson(tx, bookingId)
    await record(
      services,
      tx,
      { workspace, actor: coach },
      { kind: 'note_shared', title: lesson?.title ?? 'Lesson', aboutId: bookingId },
    )
    return version
  })
  return result
}

/**
 * Writes a note that does not belong to a lesson, shared or private.
 * @throws AppError no_such_workspace, too_many_things
 */
export async function writeNote(
  services: Writing,
  actor: Actor,
  input: z.output<typeof writeNoteSchema>,
): Promise<string> {
  const { newNoteId } = input
  return await writeTo(services, actor, input, async (tx, workspace) => {
    if (newNoteId && (await isStored(tx, workspaceNotes, newNoteId))) return newNoteId
    const [kept] = await tx
      .select({ n: count() })
      .from(workspaceNotes)
      .where(and(eq(workspaceNotes.workspaceId, workspace.id), eq(workspaceNotes.authorId, actor.userId)))
    refuseMore(kept?.n ?? 0, MOST_NOTES, 'notes')
    const { isShared, content } = input
    const [made] = await tx
      .insert(workspaceNotes)
      .values({
        id: newNoteId,
        workspaceId: workspace.id,
        authorId: actor.userId,
        isShared,
        content,
        createdAt: services.clock.now(),
      })
      .returning({ id: workspaceNotes.id })
    const id = String(made?.id)
    if (isShared)
      await record(
        services,
        tx,
        { workspace, actor },
        { kind: 'note_written', title: firstLine(content), aboutId: id },
      )
    return id
  })
}

/** The workspace of a note of the actor that is not removed, or that is. */
const noteOf = (noteId: string, actor: Actor, isRemoved: boolean) => async (tx: Queryable) => {
  const { removedAt } = workspaceNotes
  const [note] = await tx
    .select({ workspaceId: workspaceNotes.workspaceId })
    .from(workspaceNotes)
    .where(
      and(
        eq(workspaceNotes.id, noteId),
        eq(workspaceNotes.authorId, actor.userId),
        isRemoved ? isNotNull(removedAt) : isNull(removedAt),
      ),
    )
  return note?.workspaceId
}

/**
 * Edits or shares a note; only its author may.
 * @throws AppError no_such_thing, changed_elsewhere; not_taking_messages for a shared note
 */
export async function changeNote(
  services: Writing,
  actor: Actor,
  { noteId, basedOn, isShared, content }: z.output<typeof changeNoteSchema>,
): Promise<number> {
  return await writeIn(services, actor, noteOf(noteId, actor, false), async (tx, workspace) => {
    const [kept] = await tx
      .select()
      .from(workspaceNotes)
      .where(and(eq(workspaceNotes.id, noteId), isNull(workspaceNotes.removedAt)))
    if (!kept || kept.version !== basedOn) throw changedElsewhere()
    if (isShared) await requireReach(tx, workspace)
    const version = basedOn + 1
    await tx
      .update(workspaceNotes)
      .set({ isShared, content, version, editedAt: services.clock.now() })
      .where(eq(workspaceNotes.id, noteId))
    if (isShared && !kept.isShared)
      await record(
        services,
        tx,
        { workspace, actor },
        { kind: 'note_written', title: firstLine(content), aboutId: noteId },
      )
    return version
  })
}

/**
 * Removes a note with its comments; only its author may. It is deleted a day later.
 * @throws AppError no_such_thing
 */
export async function removeNote(services: Writing, actor: Actor, noteId: string): Promise<void> {
  await writeIn(services, actor, noteOf(noteId, actor, false), async (tx) => {
    const removedAt = services.clock.now()
    await tx
      .update(workspaceNotes)
      .set({ removedAt })
      .where(and(eq(workspaceNotes.id, noteId), isNull(workspaceNotes.removedAt)))
    await tx
      .update(workspaceComments)
      .set({ removedAt })
      .where(and(eq(workspaceComments.aboutId, noteId), isNull(workspaceComments.removedAt)))
  })
}

/**
 * Restores a removed note as it was, with the comments that were removed with it. It sends no notification.
 * @throws AppError no_such_thing; not_taking_messages for a shared note
 */
export async function restoreNote(services: Writing, actor: Actor, noteId: string): Promise<void> {
  await writeIn(services, actor, noteOf(noteId, actor, true), async (tx, workspace) => {
    const [note] = await tx.select().from(workspaceNotes).where(eq(workspaceNotes.id, noteId))
    if (!note || note.removedAt === null) throw noSuchThing()
    if (note.isShared) await requireReach(tx, workspace)
    await tx.update(workspaceNotes).set({ removedAt: null }).where(eq(workspaceNotes.id, noteId))
    await tx
      .update(workspaceComments)
      .set({ removedAt: null })
      .where(and(eq(workspaceComments.aboutId, noteId), eq(workspaceComments.removedAt, note.removedAt)))
  })
}

/**
 * Comments on a lesson, a goal, a drill or a note.
 * @throws AppError no_such_thing, not_taking_messages, too_many_things
 */
export async function writeComment(
  services: Writing,
  actor: Actor,
  input: z.output<typeof writeCommentSchema>,
): Promise<string> {
  const { about, aboutId, content, newCommentId } = input
  return await writeTo(services, actor, input, async (tx, workspace) => {
    const title = await titleOf(tx, workspace, about, aboutId)
    if (title === null) throw noSuchThing()
    if (newCommentId && (await isStored(tx, workspaceComments, newCommentId))) return newCommentId
    const [kept] = await tx
      .select({ n: count() })
      .from(workspaceComments)
      .where(eq(workspaceComments.workspaceId, workspace.id))
    refuseMore(kept?.n ?? 0, MOST_COMMENTS, 'comments')
    const [made] = await tx
      .insert(workspaceComments)
      .values({
        id: newCommentId,
        workspaceId: workspace.id,
        about,
        aboutId,
        authorId: actor.userId,
        content,
        createdAt: services.clock.now(),
      })
      .returning({ id: workspaceComments.id })
    await record(services, tx, { workspace, actor }, { kind: 'commented', title, aboutId })
    return String(made?.id)
  })
}

/** The condition for a comment of the actor that is not removed, or that is. */
const commentOf = (commentId: string, actor: Actor, isRemoved: boolean) => {
  const { id, authorId, removedAt } = workspaceComments
  return and(
    eq(id, commentId),
    eq(authorId, actor.userId),
    isRemoved ? isNotNull(removedAt) : isNull(removedAt),
  )
}

const workspaceOfComment = (which: ReturnType<typeof commentOf>) => async (tx: Queryable) =>
  (await tx.select({ id: workspaceComments.workspaceId }).from(workspaceComments).where(which))[0]?.id

/**
 * Removes a comment; only its author may. It is deleted a day later.
 * @throws AppError no_such_thing
 */
export async function removeComment(services: Writing, actor: Actor, commentId: string): Promise<void> {
  const mine = commentOf(commentId, actor, false)
  await writeIn(services, actor, workspaceOfComment(mine), async (tx) => {
    await tx.update(workspaceComments).set({ removedAt: services.clock.now() }).where(mine)
  })
}

/**
 * Restores a removed comment as it was. It sends no notification.
 * @throws AppError no_such_thing, also when its subject was removed; not_taking_messages
 */
export async function restoreComment(services: Writing, actor: Actor, commentId: string): Promise<void> {
  const mine = commentOf(commentId, actor, true)
  await writeIn(services, actor, workspaceOfComment(mine), async (tx, workspace) => {
    const [comment] = await tx.select().from(workspaceComments).where(mine)
    if (!comment || (await titleOf(tx, workspace, comment.about, comment.aboutId)) === null)
      throw noSuchThing()
    await requireReach(tx, workspace)
    await tx.update(workspaceComments).set({ removedAt: null }).where(mine)
  })
}

/** The title of the commented item; null when it is not in this workspace or not shared. */
async function titleOf(
  tx: Queryable,
  workspace: Pair & { id: string },
  about: CommentSubject,
  aboutId: string,
): Promise<string | null> {
  switch (about) {
    case 'lesson': {
      const lesson = await pairOfLesson(tx, aboutId)
      const isTheirs =
        lesson?.instructorId === workspace.instructorId &&
        lesson.studentId === workspace.studentId &&
        lesson.golferId === workspace.golferId
      return isTheirs ? lesson.title : null
    }
    case 'goal': {
      const [goal] = await tx
        .select({ title: goals.title })
        .from(goals)
        .where(and(eq(goals.id, aboutId), eq(goals.workspaceId, workspace.id)))
      return goal?.title ?? null
    }
    case 'drill': {
      const [drill] = await tx
        .select({ title: assignedDrills.title })
        .from(assignedDrills)
        .where(and(eq(assignedDrills.id, aboutId), eq(assignedDrills.workspaceId, workspace.id)))
      return drill?.title ?? null
    }
    case 'note': {
      const [note] = await tx
        .select({ content: workspaceNotes.content })
        .from(workspaceNotes)
        .where(
          and(
            eq(workspaceNotes.id, aboutId),
            eq(workspaceNotes.workspaceId, workspace.id),
            eq(workspaceNotes.isShared, true),
            isNull(workspaceNotes.removedAt),
          ),
        )
      return note ? firstLine(note.content) : null
    }
    case 'session': {
      const [session] = await tx
        .select({ name: shotSessions.name })
        .from(shotSessions)
        .where(and(eq(shotSessions.id, aboutId), eq(shotSessions.workspaceId, workspace.id)))
      return session?.name ?? null
    }
  }
}

const firstLine = (content: string) => {
  const line = content.split('\n')[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
