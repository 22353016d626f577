import { createHash } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { addDays } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { findWorkspace, noSuchThing, refuseMore, writeIn, writeTo } from '../access.ts'
import { record } from '../events.ts'
import { shotMappings, shots as shotRows, shotSessions, workspaceComments } from '../tables.ts'
import { MOST_BAD_ROWS } from './left-out.ts'
import type { addShotsSchema, previewShotsSchema, ShotPreview } from './schema.ts'
import { guessMapping, readShots, readShotTable, type ShotTable } from './shot-file.ts'
import { firstFields, type Mapping } from './shot-units.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'rateLimits' | 'jobs' | 'answers'>

const MOST_SESSIONS = 400
const SHOWN_SHOTS = 8
/** Limits parsing, which is expensive. */
const READS = { points: 120, seconds: 3_600 }

/**
 * Previews the content of a file without saving it.
 * @throws AppError no_such_workspace, not_a_table, too_many_shots
 */
export async function previewShots(
  services: Writing,
  actor: Actor,
  input: z.output<typeof previewShotsSchema>,
): Promise<ShotPreview> {
  const workspace = await findWorkspace(services, actor, input)
  await services.rateLimits.count('shot-file', actor.userId, READS)
  const table = readShotTable(input.text)
  const kept = input.mapping ? null : await findMapping(services.db, actor.userId, table)
  const mapping = input.mapping ?? kept ?? guessMapping(table)
  const { shots, bad } = readShots(table, mapping)
  const clubs = Map.groupBy(shots, ({ club }) => club)
  return {
    headings: table.headings,
    mapping,
    isRemembered: kept !== null,
    sample: shots.slice(0, SHOWN_SHOTS),
    count: shots.length,
    clubs: [...clubs].map(([club, list]) => ({ club, count: list.length })),
    bad: bad.slice(0, MOST_BAD_ROWS),
    badCount: bad.length,
    date:
      [...shots.map(({ date }) => date), table.date].find(
        (date) => date !== null && date <= workspace.today,
      ) ?? null,
    isKnown: workspace.id !== null && (await findSession(services.db, workspace.id, input.text)) !== null,
  }
}

/**
 * Saves the shots of a file as a session, and the column mapping for similar files. Adding the same file
 * again has no effect.
 * @throws AppError no_such_workspace, not_a_table, too_many_shots, no_shots, wrong_day, too_many_things
 */
export async function addShots(services: Writing, actor: Actor, input: z.output<typeof addShotsSchema>) {
  const table = readShotTable(input.text)
  const { shots, bad } = readShots(table, input.mapping)
  if (shots.length === 0) throw new AppError('bad_input', 'no_shots', 'No line of this file is a shot.')
  return await writeTo(services, actor, input, async (tx, workspace) => {
    await services.rateLimits.count('shot-file', actor.userId, READS)
    const known = await findSession(tx, workspace.id, input.text)
    if (known) return { id: known, count: 0, badCount: 0, isNew: false }
    if (input.on > workspace.today || input.on < addDays(workspace.today, -7_300))
      throw new AppError('bad_input', 'wrong_day', 'Choose today or an earlier day.')
    const [kept] = await tx
      .select({ n: count() })
      .from(shotSessions)
      .where(eq(shotSessions.workspaceId, workspace.id))
    refuseMore(kept?.n ?? 0, MOST_SESSIONS, 'sessions')
    const now = services.clock.now()
    const [made] = await tx
      .insert(shotSessions)
      .values({
        workspaceId: workspace.id,
        name: input.name,
        hitOn: input.on,
        contentHash: hashOf(input.text),
        headings: table.headings,
        badRows: bad.slice(0, MOST_BAD_ROWS),
        addedBy: actor.userId,
        addedAt: now,
      })
      .returning({ id: shotSessions.id })
    const id = String(made?.id)
    for (let from = 0; from < shots.length; from += 500)
      await tx.insert(shotRows).values(
        shots.slice(from, from + 500).map(({ line: _, date: __, ...shot }, at) => ({
          ...shot,
          sessionId: id,
          position: from + at,
        })),
      )
    const mapping = { mapping: input.mapping, isWhole: true, usedAt: now }
    await tx
      .insert(shotMappings)
      .values({ userId: actor.userId, headingsHash: headingsHash(table), ...mapping })
      .onConflictDoUpdate({ target: [shotMappings.userId, shotMappings.headingsHash], set: mapping })
    await record(services, tx, { workspace, actor }, { kind: 'shots_added', title: input.name, aboutId: id })
    return { id, count: shots.length, badCount: bad.length, isNew: true }
  })
}

/**
 * Removes a session; only the user who added it may.
 * @throws AppError no_such_thing
 */
export async function removeShots(services: Writing, actor: Actor, sessionId: string): Promise<void> {
  const mine = and(eq(shotSessions.id, sessionId), eq(shotSessions.addedBy, actor.userId))
  const idOf = async (tx: Queryable) =>
    (await tx.select({ id: shotSessions.workspaceId }).from(shotSessions).where(mine))[0]?.id
  await writeIn(services, actor, idOf, async (tx) => {
    await tx.delete(workspaceComments).where(eq(workspaceComments.aboutId, sessionId))
    const gone = await tx.delete(shotSessions).where(mine).returning({ id: shotSessions.id })
    if (gone.length === 0) throw noSuchThing()
  })
}

async function findSession(db: Queryable, workspaceId: string, text: string): Promise<string | null> {
  const [found] = await db
    .select({ id: shotSessions.id })
    .from(shotSessions)
    .where(and(eq(shotSessions.workspaceId, workspaceId), eq(shotSessions.contentHash, hashOf(text))))
  return found?.id ?? null
}

/** The user's saved mapping for files with these headings, if all of its columns still exist. */
async function findMapping(db: Queryable, userId: string, table: ShotTable): Promise<Mapping | null> {
  const [found] = await db
    .select({ mapping: shotMappings.mapping, isWhole: shotMappings.isWhole })
    .from(shotMappings)
    .where(and(eq(shotMappings.userId, userId), eq(shotMappings.headingsHash, headingsHash(table))))
  if (!found) return null
  const { mapping, isWhole } = found
  if (isWhole) return mapping
  // Chosen when there were fewer fields: the others are guessed, from columns that were not chosen.
  const chosen = new Set(mapping.map(({ column }) => column))
  const added = guessMapping(table).filter(
    ({ field, column }) => !firstFields.includes(field) && !chosen.has(column),
  )
  return [...mapping, ...added]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** A hash that ignores line endings and surrounding whitespace. */
const hashOf = (text: string) =>
  sha256(
    text
      .replace(/^\uFEFF/, '')
      .replace(/[ \t]*\r?\n/g, '\n')
      .trim(),
  )

const headingsHash = ({ headings, unitCells }: ShotTable) => sha256(JSON.stringify([headings, unitCells]))
