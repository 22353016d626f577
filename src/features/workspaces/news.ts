import { and, asc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { forGolfer } from '#features/golfers/golfer.ts'
import { golfers } from '#features/golfers/tables.ts'
import { mayReach } from '#features/messages/may-reach.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { workspaceNewsJob } from './jobs.ts'
import { workspaceNews, workspaceNewsKind } from './letters.ts'
import { isStandingEvent } from './shown-events.ts'
import { workspaceEvents, workspaces } from './tables.ts'
import {
  type EventKind,
  NEWS_GATHERED_FOR,
  notifiedKinds,
  type Side,
  wordsOfEvent,
  workspaceHref,
} from './workspace.ts'

const MOST_LINES = 8

/**
 * Queues a notification for the other member, collecting the events of the next few minutes. Runs in the
 * transaction of the event.
 * @param event.at when the event happened, as stored with it
 */
export async function gatherNews(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Queryable,
  { workspaceId, by, kind, at }: { workspaceId: string; by: Side; kind: EventKind; at: number },
): Promise<void> {
  if (!notifiedKinds.includes(kind)) return
  const reader: Side = by === 'coach' ? 'student' : 'coach'
  const dueAt = at + NEWS_GATHERED_FOR
  const due = reader === 'coach' ? workspaces.coachNewsDue : workspaces.studentNewsDue
  const isFirst = await tx
    .update(workspaces)
    .set(reader === 'coach' ? { coachNewsDue: dueAt } : { studentNewsDue: dueAt })
    .where(and(eq(workspaces.id, workspaceId), sql`${due} is null`))
    .returning({ id: workspaces.id })
  if (isFirst.length === 0) return
  const id = uuidV8(`workspace-news:${workspaceId}:${reader}:${dueAt}`)
  await jobs.send(tx, workspaceNewsJob, { workspaceId, reader }, { id, notBefore: dueAt })
}

/** Tells what was gathered and not undone or hidden since. Running it again, after it was seen, or while one of the two blocks the other, tells nothing. */
export async function sendWorkspaceNews(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'env' | 'answers'>,
  { workspaceId, reader }: { workspaceId: string; reader: Side },
): Promise<'told' | 'seen' | 'blocked'> {
  return await services.db.transaction(async (tx) => {
    const [workspace] = await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId)).for('update')
    const due = reader === 'coach' ? workspace?.coachNewsDue : workspace?.studentNewsDue
    if (!workspace || due == null) return 'seen'
    const { instructorId, studentId } = workspace
    await tx
      .update(workspaces)
      .set(reader === 'coach' ? { coachNewsDue: null } : { studentNewsDue: null })
      .where(eq(workspaces.id, workspaceId))
    if (!(await mayReach(tx, { instructorId, studentId }))) return 'blocked'
    const userId = reader === 'coach' ? instructorId : studentId
    const events = await tx
      .select()
      .from(workspaceEvents)
      .where(
        and(
          eq(workspaceEvents.workspaceId, workspaceId),
          ne(workspaceEvents.actorId, userId),
          inArray(workspaceEvents.kind, [...notifiedKinds]),
          gte(workspaceEvents.at, due - NEWS_GATHERED_FOR),
          isStandingEvent(sql`workspace_events`),
        ),
      )
      .orderBy(asc(workspaceEvents.at), asc(workspaceEvents.id))
    const last = events.at(-1)
    const other = await nameOfOther(tx, workspace, reader)
    if (!last || other === null) return 'seen'
    const golfer = workspace.golferId ? await nameOfGolfer(tx, workspace.golferId) : null
    const lines = events.map(
      ({ kind, title }) => `${other} ${wordsOfEvent(kind)}: ${title}${golfer ? ` (${golfer.name})` : ''}`,
    )
    const shown = lines.slice(-MOST_LINES)
    const more = lines.length > shown.length ? `${lines.length - shown.length} more, and:` : ''
    const href = workspaceHref(reader, workspace)
    await notifyUser(services, tx, {
      userId,
      kind: workspaceNewsKind,
      businessKey: `${workspaceId}:${last.id}`,
      title:
        lines.length === 1
          ? (lines[0] ?? '')
          : `${lines.length} new things from ${other}${forGolfer({ golfer })}`,
      body: lines.length === 1 ? 'In your workspace.' : `${more} ${shown.join('. ')}`.trim(),
      href,
      email: fillIn(workspaceNews, {
        other_name: other,
        news: [more, ...shown].join('\n').trim(),
        workspace_url: `${services.env.appUrl}${href}`,
      }),
      about: {
        what: 'workspace',
        workspaceId,
        upTo: last.id,
        eventIds: events.slice(-MOST_LINES).map(({ id }) => id),
      },
    })
    return 'told'
  })
}

async function nameOfGolfer(tx: Queryable, golferId: string): Promise<{ name: string } | null> {
  const [golfer] = await tx.select({ name: golfers.name }).from(golfers).where(eq(golfers.id, golferId))
  return golfer ?? null
}

/** The other member's name for the reader; null when either account is closed. */
async function nameOfOther(
  tx: Queryable,
  { instructorId, studentId }: { instructorId: string; studentId: string },
  reader: Side,
): Promise<string | null> {
  const [names] = await tx
    .select({ coach: instructorProfiles.displayName, student: studentAccount.fullName })
    .from(instructorProfiles)
    .innerJoin(coachAccount, eq(coachAccount.id, instructorProfiles.userId))
    .innerJoin(studentAccount, eq(studentAccount.id, studentId))
    .where(
      and(
        eq(instructorProfiles.userId, instructorId),
        isNull(coachAccount.closedAt),
        isNull(studentAccount.closedAt),
      ),
    )
  if (!names) return null
  return reader === 'coach' ? names.student : coachLabel(names.coach)
}
