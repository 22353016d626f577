import { and, asc, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { noSuchThing, type Workspace } from '../access.ts'
import { shotSessions, shots } from '../tables.ts'
import type { ShotSession, ShotTrends } from './schema.ts'
import { numberFields, TREND_SESSIONS } from './shot-units.ts'
import { byLength, spreadOf } from './trends.ts'

/** Without the lines of the files, which are larger than all measures. */
const { source: _source, ...measured } = getTableColumns(shots)

/** All sessions of a workspace, newest first, with trends by club of the newest ones. */
export async function readShotTrends(
  db: Queryable,
  workspace: Workspace,
  userId: string,
): Promise<ShotTrends> {
  if (workspace.id === null) return { sessions: [], clubs: [] }
  const sessions = await db
    .select()
    .from(shotSessions)
    .where(eq(shotSessions.workspaceId, workspace.id))
    .orderBy(desc(shotSessions.hitOn), desc(shotSessions.addedAt), asc(shotSessions.id))
  if (sessions.length === 0) return { sessions: [], clubs: [] }
  const counts = await db
    .select({ sessionId: shots.sessionId, shots: count() })
    .from(shots)
    .where(inArray(shots.sessionId, idsOf(sessions)))
    .groupBy(shots.sessionId)
  const countOf = new Map(counts.map((one) => [one.sessionId, one.shots]))
  const newest = sessions.slice(0, TREND_SESSIONS)
  const rows = await db
    .select(measured)
    .from(shots)
    .where(inArray(shots.sessionId, idsOf(newest)))
  const ofSession = Map.groupBy(rows, ({ sessionId }) => sessionId)
  const oldestFirst = newest.toReversed()
  const clubs = [...Map.groupBy(rows, ({ club }) => club)].toSorted(([one], [other]) => byLength(one, other))
  return {
    sessions: sessions.map((session) => ({
      id: session.id,
      name: session.name,
      on: session.hitOn,
      count: countOf.get(session.id) ?? 0,
      bad: session.badRows,
      by: session.addedBy === workspace.coach.id ? workspace.coach.label : workspace.student.name,
      isMine: session.addedBy === userId,
    })),
    clubs: clubs.map(([club, list]) => ({
      club,
      count: list.length,
      measures: numberFields.flatMap((field) => {
        const points = oldestFirst.flatMap(({ id, hitOn }) => {
          const values = (ofSession.get(id) ?? []).flatMap((shot) =>
            shot.club === club && shot[field] !== null ? [shot[field]] : [],
          )
          return values.length > 0
            ? [{ sessionId: id, on: hitOn, count: values.length, spread: spreadOf(values) }]
            : []
        })
        return points.length > 0 ? [{ field: field, points }] : []
      }),
    })),
  }
}

const idsOf = (sessions: readonly { id: string }[]) => sessions.map(({ id }) => id)

/** The shots of one session of a workspace. @throws AppError no_such_thing */
export async function readSession(
  db: Queryable,
  workspace: Workspace,
  sessionId: string,
): Promise<ShotSession> {
  const [session] = await db
    .select()
    .from(shotSessions)
    .where(and(eq(shotSessions.id, sessionId), eq(shotSessions.workspaceId, workspace.id ?? sessionId)))
  if (!session) throw noSuchThing()
  const rows = await db
    .select(measured)
    .from(shots)
    .where(eq(shots.sessionId, sessionId))
    .orderBy(asc(shots.position))
  return {
    id: session.id,
    name: session.name,
    on: session.hitOn,
    shots: rows.map((row) => ({
      club: row.club,
      ...Object.fromEntries(
        numberFields.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]])),
      ),
    })),
  }
}
