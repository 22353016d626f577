import { eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { executePrepared, type Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { noSuchThing, onlyFor, writeTo } from './access.ts'
import { isMeasure } from './goal.ts'
import { FEWEST_DAYS, type Gain, type MeasuredProgress, sumUp } from './measured-progress.ts'
import { progressConsents, workspaces } from './tables.ts'
import type { Consent, Pair } from './workspace.ts'

/**
 * Sets or withdraws the student's consent to show measured progress.
 * @throws AppError no_such_workspace, no_such_thing
 */
export async function setConsent(
  services: Pick<Services, 'db' | 'clock' | 'rateLimits'>,
  student: Actor,
  { consent, ...pair }: Pair & { consent: Consent },
): Promise<void> {
  await writeTo(services, student, pair, async (tx, workspace) => {
    onlyFor('student', workspace)
    // What golfers of an account measured is never shown.
    if (workspace.golfer) throw noSuchThing()
    if (consent === 'nothing') {
      await tx.delete(progressConsents).where(eq(progressConsents.workspaceId, workspace.id))
      return
    }
    const given = { byName: consent === 'named', givenAt: services.clock.now() }
    await tx
      .insert(progressConsents)
      .values({ workspaceId: workspace.id, ...given })
      .onConflictDoUpdate({ target: progressConsents.workspaceId, set: given })
  })
}

/** Withdraws all consents of a student. */
export async function withdrawConsents(tx: Queryable, studentId: string): Promise<void> {
  await tx
    .delete(progressConsents)
    .where(
      inArray(
        progressConsents.workspaceId,
        tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.studentId, studentId)),
      ),
    )
}

/** The consent of a workspace's student. */
export async function readConsent(db: Queryable, workspaceId: string): Promise<Consent> {
  const [found] = await db
    .select({ byName: progressConsents.byName })
    .from(progressConsents)
    .where(eq(progressConsents.workspaceId, workspaceId))
  if (!found) return 'nothing'
  return found.byName ? 'named' : 'counted'
}

/**
 * The progress that a coach's page shows, from students who consented. For each measure, a student's oldest
 * goal counts.
 */
export async function readMeasuredProgress(db: Queryable, instructorId: string): Promise<MeasuredProgress[]> {
  // Raw: selects one goal per student and measure, with its first and newest value, in one statement.
  const { rows } = await executePrepared<{
    student_id: string
    first_name: string
    by_name: boolean
    measure: string
    first: number
    last: number
  }>(
    db,
    'measured-progress',
    sql`
    select distinct on (w.student_id, g.measure) w.student_id, split_part(s.full_name, ' ', 1) as first_name, k.by_name, g.measure,
      v.first, v.last
    from workspaces w join progress_consents k on k.workspace_id = w.id
    join profiles s on s.id = w.student_id and s.is_open
    join instructor_profiles c on c.user_id = w.instructor_id and c.is_listed
    join goals g on g.workspace_id = w.id and g.status <> 'dropped'
    join lateral (
      select (array_agg(v.value order by v.measured_on, v.seq))[1] as first,
        (array_agg(v.value order by v.measured_on desc, v.seq desc))[1] as last,
        max(v.measured_on) - min(v.measured_on) as days
      from goal_values v where v.goal_id = g.id and v.struck_at is null) v on v.days >= ${FEWEST_DAYS}
    where w.instructor_id = ${instructorId} and w.golfer_id is null order by w.student_id, g.measure, g.created_at, g.id`,
  )
  const gains: Gain[] = rows.flatMap(({ measure, ...row }) =>
    isMeasure(measure)
      ? [
          {
            studentId: row.student_id,
            firstName: row.first_name,
            byName: row.by_name,
            measure,
            first: row.first,
            last: row.last,
          },
        ]
      : [],
  )
  return sumUp(gains)
}
