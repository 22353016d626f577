import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { addDays } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import {
  changedElsewhere,
  isStored,
  noSuchThing,
  refuseMore,
  type Workspace,
  writeIn,
  writeTo,
} from './access.ts'
import { record } from './events.ts'
import { type GoalStatus, measures, valueWords } from './goal.ts'
import type {
  changeGoalSchema,
  goalStatusSchema,
  recordValueSchema,
  setGoalSchema,
  strikeValueSchema,
} from './schema.ts'
import { goals, goalValues } from './tables.ts'
import type { FieldChange } from './workspace.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'rateLimits' | 'jobs' | 'answers'>

const MOST_GOALS = 100
const MOST_VALUES = 1_000
/** Values may be recorded late, for example from a paper log. */
const MOST_DAYS_BACK = 3_650

type GoalFields = Pick<
  z.output<typeof setGoalSchema>,
  'title' | 'measure' | 'unit' | 'moreIsBetter' | 'target' | 'dueOn'
>

/** A measure's own unit and direction override the submitted ones. */
function withOwnUnit({ title, measure, unit, moreIsBetter, target, dueOn }: GoalFields) {
  const own = measures[measure]
  const isFree = measure === 'other'
  return {
    title,
    measure,
    unit: isFree ? unit || null : own.unit,
    moreIsBetter: isFree ? moreIsBetter : own.moreIsBetter,
    target: measure === 'none' ? null : target,
    dueOn,
  }
}

/**
 * Creates a goal; both coach and student may.
 * @throws AppError no_such_workspace, too_many_things
 */
export async function setGoal(
  services: Writing,
  actor: Actor,
  input: z.output<typeof setGoalSchema>,
): Promise<string> {
  const { newGoalId } = input
  return await writeTo(services, actor, input, async (tx, workspace) => {
    if (newGoalId && (await isStored(tx, goals, newGoalId))) return newGoalId
    const [kept] = await tx.select({ n: count() }).from(goals).where(eq(goals.workspaceId, workspace.id))
    refuseMore(kept?.n ?? 0, MOST_GOALS, 'goals')
    const [made] = await tx
      .insert(goals)
      .values({
        id: newGoalId,
        ...withOwnUnit(input),
        workspaceId: workspace.id,
        createdBy: actor.userId,
        createdAt: services.clock.now(),
      })
      .returning({ id: goals.id })
    const goalId = String(made?.id)
    if (input.start !== null && input.measure !== 'none')
      await insertValue(services, tx, actor, { goalId, value: input.start, on: workspace.today })
    await record(
      services,
      tx,
      { workspace, actor },
      { kind: 'goal_set', title: input.title, aboutId: goalId },
    )
    return goalId
  })
}

/** The workspace a goal belongs to; undefined when there is no such goal. */
export const workspaceOfGoal = (goalId: string) => async (tx: Queryable) =>
  (await tx.select({ id: goals.workspaceId }).from(goals).where(eq(goals.id, goalId)))[0]?.id

async function readGoal(tx: Queryable, goalId: string) {
  const [goal] = await tx.select().from(goals).where(eq(goals.id, goalId))
  if (!goal) throw noSuchThing()
  return goal
}

/**
 * Changes a goal; its history keeps the old values. What it measures stays once there are values, because values
 * have no unit of their own.
 * @throws AppError no_such_thing, changed_elsewhere, goal_has_values
 */
export async function changeGoal(
  services: Writing,
  actor: Actor,
  input: z.output<typeof changeGoalSchema>,
): Promise<number> {
  const { goalId, basedOn } = input
  return await writeIn(services, actor, workspaceOfGoal(goalId), async (tx, workspace) => {
    const kept = await readGoal(tx, goalId)
    if (kept.version !== basedOn) throw changedElsewhere()
    const next = withOwnUnit(input)
    const isOtherUnit = kept.unit !== null && kept.unit !== next.unit
    if ((kept.measure !== next.measure || isOtherUnit) && (await countValues(tx, goalId)) > 0)
      throw new AppError(
        'conflict',
        'goal_has_values',
        'This goal has values already. Set a new goal to measure something else.',
      )
    const changes: FieldChange[] = (
      [
        ['title', kept.title, next.title],
        ['measure', kept.measure, next.measure],
        ['unit', kept.unit, next.unit],
        ['target', kept.target, next.target],
        ['due', kept.dueOn, next.dueOn],
      ] as const
    ).flatMap(([field, from, to]) => (from === to ? [] : [{ field, from, to }]))
    if (changes.length === 0 && kept.moreIsBetter === next.moreIsBetter) return kept.version
    const version = basedOn + 1
    await tx
      .update(goals)
      .set({ ...next, version })
      .where(eq(goals.id, goalId))
    await record(
      services,
      tx,
      { workspace, actor },
      { kind: 'goal_changed', title: next.title, aboutId: goalId, changes },
    )
    return version
  })
}

const kindOfStatus = { open: 'goal_reopened', reached: 'goal_reached', dropped: 'goal_dropped' } as const

/**
 * Marks a goal as reached or dropped, or reopens it.
 * @throws AppError no_such_thing
 */
export async function setGoalStatus(
  services: Writing,
  actor: Actor,
  { goalId, status }: z.output<typeof goalStatusSchema>,
): Promise<void> {
  await writeIn(services, actor, workspaceOfGoal(goalId), async (tx, workspace) => {
    const { status: from, title } = await readGoal(tx, goalId)
    if (from === status) return
    await changeStatus(services, tx, { workspace, actor }, { goalId, title, from, to: status })
  })
}

async function changeStatus(
  services: Writing,
  tx: Queryable,
  by: { workspace: Workspace & { id: string }; actor: Actor },
  { goalId, title, from, to }: { goalId: string; title: string; from: GoalStatus; to: GoalStatus },
) {
  await tx.update(goals).set({ status: to }).where(eq(goals.id, goalId))
  await record(services, tx, by, {
    kind: kindOfStatus[to],
    title,
    aboutId: goalId,
    changes: [{ field: 'status', from, to }],
  })
}

/**
 * Records a goal's value on a date; older values are kept.
 * @throws AppError no_such_thing, not_measured, wrong_day, too_many_things
 */
export async function recordValue(
  services: Writing,
  actor: Actor,
  { goalId, value, on, newValueId }: z.output<typeof recordValueSchema>,
): Promise<string> {
  return await writeIn(services, actor, workspaceOfGoal(goalId), async (tx, workspace) => {
    const goal = await readGoal(tx, goalId)
    if (newValueId && (await isStored(tx, goalValues, newValueId))) return newValueId
    if (goal.measure === 'none')
      throw new AppError('bad_input', 'not_measured', 'This goal has nothing to measure.')
    if (on > workspace.today || on < addDays(workspace.today, -MOST_DAYS_BACK))
      throw new AppError('bad_input', 'wrong_day', 'Choose today or an earlier day.')
    refuseMore(await countValues(tx, goalId), MOST_VALUES, 'values')
    const id = await insertValue(services, tx, actor, { goalId, value, on, id: newValueId })
    await record(
      services,
      tx,
      { workspace, actor },
      {
        kind: 'goal_value',
        title: goal.title,
        aboutId: goalId,
        changes: [{ field: 'value', from: null, to: valueWords(value, goal.unit) }],
      },
    )
    return id
  })
}

async function countValues(tx: Queryable, goalId: string): Promise<number> {
  const [kept] = await tx.select({ n: count() }).from(goalValues).where(eq(goalValues.goalId, goalId))
  return kept?.n ?? 0
}

async function insertValue(
  services: Writing,
  tx: Queryable,
  actor: Actor,
  { id, goalId, value, on }: { id?: string | undefined; goalId: string; value: number; on: string },
): Promise<string> {
  const [made] = await tx
    .insert(goalValues)
    .values({ id, goalId, value, measuredOn: on, recordedBy: actor.userId, recordedAt: services.clock.now() })
    .returning({ id: goalValues.id })
  return String(made?.id)
}

/**
 * Marks a value as a mistake, or reverts that; only its author may. The value stays in the history.
 * @throws AppError no_such_thing
 */
export async function strikeValue(
  services: Writing,
  actor: Actor,
  { valueId, struck }: z.output<typeof strikeValueSchema>,
): Promise<void> {
  const mine = and(eq(goalValues.id, valueId), eq(goalValues.recordedBy, actor.userId))
  const idOf = async (tx: Queryable) =>
    (
      await tx
        .select({ id: goals.workspaceId })
        .from(goalValues)
        .innerJoin(goals, eq(goals.id, goalValues.goalId))
        .where(mine)
    )[0]?.id
  await writeIn(services, actor, idOf, async (tx, workspace) => {
    const [kept] = await tx
      .select({ value: goalValues.value, struckAt: goalValues.struckAt, goal: goals })
      .from(goalValues)
      .innerJoin(goals, eq(goals.id, goalValues.goalId))
      .where(mine)
    if (!kept || (kept.struckAt !== null) === struck) return
    await tx
      .update(goalValues)
      .set({ struckAt: struck ? services.clock.now() : null })
      .where(mine)
    const words = valueWords(kept.value, kept.goal.unit)
    await record(
      services,
      tx,
      { workspace, actor },
      {
        kind: struck ? 'goal_value_struck' : 'goal_value',
        title: kept.goal.title,
        aboutId: kept.goal.id,
        changes: [{ field: 'value', from: struck ? words : null, to: struck ? null : words }],
      },
    )
  })
}
