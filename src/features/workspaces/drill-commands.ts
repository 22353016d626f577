import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { bookings } from '#features/bookings/tables.ts'
import { requireReach } from '#features/messages/may-reach.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { addDays } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import type { Services } from '#ports/services.ts'
import {
  changedElsewhere,
  isLessonOf,
  isStored,
  noSuchThing,
  onlyFor,
  refuseMore,
  type Workspace,
  writeIn,
  writeTo,
} from './access.ts'
import { deleteUnusedPicture, describeDrillPicture } from './drill-picture-files.ts'
import { record } from './events.ts'
import type {
  assignDrillSchema,
  endDrillSchema,
  logPracticeSchema,
  saveDrillSchema,
  tickSchema,
} from './schema.ts'
import { assignedDrills, drills, drillTicks, practiceEntries } from './tables.ts'
import { DAYS_BACK } from './workspace.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'rateLimits' | 'jobs' | 'answers'>

const MOST_DRILLS = 300
const MOST_ASSIGNED = 300
const MOST_ENTRIES = 3_000

/**
 * Creates or edits a drill in a coach's library. Copies assigned to students are not changed.
 * @throws AppError no_such_thing, changed_elsewhere, too_many_things
 */
export async function saveDrill(
  services: Writing,
  coach: Actor,
  input: z.output<typeof saveDrillSchema>,
): Promise<string> {
  const { drillId, newDrillId, basedOn, title, how, timesAWeek, pictureId, pictureAlt } = input
  await services.rateLimits.count('workspace-write', coach.userId, { points: 600, seconds: 3_600 })
  const mine = eq(drills.instructorId, coach.userId)
  return await services.db.transaction(async (tx) => {
    if (pictureId && !(await describeDrillPicture(tx, coach.userId, pictureId, pictureAlt)))
      throw noSuchThing()
    if (drillId) {
      const [kept] = await tx
        .select({ version: drills.version, pictureId: drills.pictureId })
        .from(drills)
        .where(and(eq(drills.id, drillId), mine, isNull(drills.removedAt)))
        .for('update')
      if (!kept) throw noSuchThing()
      if (kept.version !== basedOn) throw changedElsewhere()
      await tx
        .update(drills)
        .set({
          title,
          how,
          timesAWeek,
          version: basedOn + 1,
          ...(pictureId === undefined ? {} : { pictureId }),
        })
        .where(eq(drills.id, drillId))
      if (kept.pictureId && pictureId !== undefined && pictureId !== kept.pictureId)
        await deleteUnusedPicture(tx, kept.pictureId)
      return drillId
    }
    if (newDrillId && (await isStored(tx, drills, newDrillId))) return newDrillId
    const [kept] = await tx
      .select({ n: count() })
      .from(drills)
      .where(and(mine, isNull(drills.removedAt)))
    refuseMore(kept?.n ?? 0, MOST_DRILLS, 'drills')
    const [made] = await tx
      .insert(drills)
      .values({
        id: newDrillId,
        instructorId: coach.userId,
        title,
        how,
        timesAWeek,
        pictureId: pictureId ?? null,
        createdAt: services.clock.now(),
      })
      .returning({ id: drills.id })
    return String(made?.id)
  })
}

/**
 * Removes a drill from the library, or restores it. Students keep their assigned copies.
 * @throws AppError no_such_thing
 */
export async function removeDrill(
  services: Writing,
  coach: Actor,
  { drillId, removed }: { drillId: string; removed: boolean },
): Promise<void> {
  const changed = await services.db
    .update(drills)
    .set({ removedAt: removed ? services.clock.now() : null })
    .where(and(eq(drills.id, drillId), eq(drills.instructorId, coach.userId)))
    .returning({ id: drills.id })
  if (changed.length === 0) throw noSuchThing()
}

/**
 * Assigns a drill from the coach's library to a student.
 * @throws AppError no_such_thing, already_assigned, wrong_day, too_many_things
 */
export async function assignDrill(
  services: Writing,
  coach: Actor,
  input: z.output<typeof assignDrillSchema>,
): Promise<string> {
  const { drillId, bookingId, dueOn, newAssignedDrillId } = input
  return await writeTo(services, coach, input, async (tx, workspace) => {
    onlyFor('coach', workspace)
    if (newAssignedDrillId && (await isStored(tx, assignedDrills, newAssignedDrillId)))
      return newAssignedDrillId
    const [drill] = await tx
      .select()
      .from(drills)
      .where(and(eq(drills.id, drillId), eq(drills.instructorId, coach.userId), isNull(drills.removedAt)))
    if (!drill || !(await isTheirLesson(tx, workspace, bookingId))) throw noSuchThing()
    if (dueOn !== null && (dueOn < workspace.today || dueOn > addDays(workspace.today, 730)))
      throw new AppError('bad_input', 'wrong_day', 'Choose a day that is still to come.')
    const ofThem = eq(assignedDrills.workspaceId, workspace.id)
    const open = await tx
      .select({ drillId: assignedDrills.drillId })
      .from(assignedDrills)
      .where(and(ofThem, isNull(assignedDrills.endedAt), eq(assignedDrills.drillId, drillId)))
    if (open.length > 0)
      throw new AppError('conflict', 'already_assigned', `${workspace.student.name} has this drill already.`)
    const [kept] = await tx.select({ n: count() }).from(assignedDrills).where(ofThem)
    refuseMore(kept?.n ?? 0, MOST_ASSIGNED, 'drills')
    const { title, how, timesAWeek, pictureId } = drill
    const [made] = await tx
      .insert(assignedDrills)
      .values({
        id: newAssignedDrillId,
        workspaceId: workspace.id,
        drillId,
        bookingId,
        title,
        how,
        timesAWeek,
        pictureId,
        dueOn,
        assignedOn: workspace.today,
        createdAt: services.clock.now(),
      })
      .returning({ id: assignedDrills.id })
    const id = String(made?.id)
    await record(services, tx, { workspace, actor: coach }, { kind: 'drill_assigned', title, aboutId: id })
    return id
  })
}

async function isTheirLesson(tx: Queryable, workspace: Workspace, bookingId: string | null) {
  if (bookingId === null) return true
  const found = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), isLessonOf(workspace)))
  return found.length > 0
}

const assigned = (id: string) => async (tx: Queryable) =>
  (
    await tx.select({ id: assignedDrills.workspaceId }).from(assignedDrills).where(eq(assignedDrills.id, id))
  )[0]?.id

/**
 * Ends an assigned drill, or resumes it. Its ticks are kept.
 * @throws AppError no_such_thing
 */
export async function endDrill(
  services: Writing,
  coach: Actor,
  { assignedDrillId, ended }: z.output<typeof endDrillSchema>,
): Promise<void> {
  await writeIn(services, coach, assigned(assignedDrillId), async (tx, workspace) => {
    onlyFor('coach', workspace)
    const [drill] = await tx
      .update(assignedDrills)
      .set({ endedAt: ended ? services.clock.now() : null })
      .where(eq(assignedDrills.id, assignedDrillId))
      .returning({ title: assignedDrills.title })
    await record(
      services,
      tx,
      { workspace, actor: coach },
      {
        kind: ended ? 'drill_ended' : 'drill_resumed',
        title: drill?.title ?? '',
        aboutId: assignedDrillId,
      },
    )
  })
}

/**
 * Ticks or unticks a day of the student's drill.
 * @throws AppError no_such_thing, wrong_day
 */
export async function tickDrill(
  services: Writing,
  student: Actor,
  { assignedDrillId, day, done }: z.output<typeof tickSchema>,
): Promise<void> {
  await writeIn(services, student, assigned(assignedDrillId), async (tx, workspace) => {
    onlyFor('student', workspace)
    refuseFarDay(workspace, day)
    if (!done) {
      await tx
        .delete(drillTicks)
        .where(and(eq(drillTicks.assignedDrillId, assignedDrillId), eq(drillTicks.day, day)))
      return
    }
    const ticked = await tx
      .insert(drillTicks)
      .values({ assignedDrillId, day, tickedAt: services.clock.now() })
      .onConflictDoNothing()
      .returning({ day: drillTicks.day })
    if (ticked.length === 0) return
    const [drill] = await tx
      .select({ title: assignedDrills.title })
      .from(assignedDrills)
      .where(eq(assignedDrills.id, assignedDrillId))
    await record(
      services,
      tx,
      { workspace, actor: student },
      { kind: 'drill_ticked', title: drill?.title ?? '', aboutId: assignedDrillId },
    )
  })
}

/**
 * Adds an entry to the student's practice log.
 * @throws AppError no_such_workspace, wrong_day, too_many_things
 */
export async function logPractice(
  services: Writing,
  student: Actor,
  input: z.output<typeof logPracticeSchema>,
): Promise<string> {
  return await writeTo(services, student, input, async (tx, workspace) => {
    onlyFor('student', workspace)
    const { day, minutes, content, newPracticeId } = input
    if (newPracticeId && (await isStored(tx, practiceEntries, newPracticeId))) return newPracticeId
    refuseFarDay(workspace, day)
    const [kept] = await tx
      .select({ n: count() })
      .from(practiceEntries)
      .where(eq(practiceEntries.workspaceId, workspace.id))
    refuseMore(kept?.n ?? 0, MOST_ENTRIES, 'entries')
    const [made] = await tx
      .insert(practiceEntries)
      .values({
        id: newPracticeId,
        workspaceId: workspace.id,
        day,
        minutes,
        content,
        createdAt: services.clock.now(),
      })
      .returning({ id: practiceEntries.id })
    const id = String(made?.id)
    const title = minutes === null ? 'Practice' : `${countOf(minutes, 'minute')} of practice`
    await record(services, tx, { workspace, actor: student }, { kind: 'practice_logged', title, aboutId: id })
    return id
  })
}

/** The condition for an entry that is not removed, or that is. */
const entryOf = (practiceId: string, isRemoved: boolean) =>
  and(
    eq(practiceEntries.id, practiceId),
    isRemoved ? isNotNull(practiceEntries.removedAt) : isNull(practiceEntries.removedAt),
  )

const workspaceOfEntry = (which: ReturnType<typeof entryOf>) => async (tx: Queryable) =>
  (await tx.select({ id: practiceEntries.workspaceId }).from(practiceEntries).where(which))[0]?.id

/**
 * Removes an entry from the student's practice log. It is deleted a day later.
 * @throws AppError no_such_thing
 */
export async function removePractice(services: Writing, student: Actor, practiceId: string): Promise<void> {
  const entry = entryOf(practiceId, false)
  await writeIn(services, student, workspaceOfEntry(entry), async (tx, workspace) => {
    onlyFor('student', workspace)
    await tx.update(practiceEntries).set({ removedAt: services.clock.now() }).where(entry)
  })
}

/**
 * Restores a removed entry of the practice log as it was, however old it is.
 * @throws AppError no_such_thing, not_taking_messages
 */
export async function restorePractice(services: Writing, student: Actor, practiceId: string): Promise<void> {
  const entry = entryOf(practiceId, true)
  await writeIn(services, student, workspaceOfEntry(entry), async (tx, workspace) => {
    onlyFor('student', workspace)
    await requireReach(tx, workspace)
    await tx.update(practiceEntries).set({ removedAt: null }).where(entry)
  })
}

function refuseFarDay({ today }: Workspace, day: string): void {
  // A student in a zone further east may be a day ahead of the lessons' place.
  if (day > addDays(today, 1) || day < addDays(today, -DAYS_BACK))
    throw new AppError('bad_input', 'wrong_day', `Choose one of the last ${DAYS_BACK} days.`)
}
