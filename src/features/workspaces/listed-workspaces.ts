import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Actor } from '#platform/actor.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { golferOfLesson } from './access.ts'
import type { ListedWorkspace } from './schema.ts'
import { isShownEvent } from './shown-events.ts'
import { MOST_LISTED, NOTES_WAIT_DAYS, QUIET_AFTER_DAYS } from './workspace.ts'

/**
 * The user's workspaces with the number of unseen events and pending tasks, unseen ones first.
 * @param only.studentId a coach's workspaces with one student
 */
export async function listWorkspaces(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  only: { studentId?: string | undefined } = {},
): Promise<ListedWorkspace[]> {
  const now = toIso(clock.now())
  const isCoach = actor.role === 'coach'
  const me = isCoach ? sql`instructor_id` : sql`student_id`
  const other = isCoach ? sql`student_id` : sql`instructor_id`
  const seen = isCoach ? sql`w.coach_seen_at` : sql`w.student_seen_at`
  // Raw: collects people from lessons, conversations and workspaces, and counts unseen events, in one
  // statement.
  const { rows } = await db.execute<{
    other_id: string
    golfer_id: string | null
    golfer_name: string | null
    workspace_id: string | null
    name: string
    picture: string | null
    is_open: boolean
    zone: string | null
    last_lesson: Date | null
    next_lesson: Date | null
    without_notes: number
    news: number
    newest: { kind: string; title: string; at: string } | null
    open_goals: number
    open_drills: number
    last_event: Date | null
    is_quiet: boolean
    last_activity: Date | null
  }>(sql`
    with lessons as (
      select b.id, b.${other}, b.lesson_date, b.lesson_end, b.time_zone, b.status, b.called_off_at, b.no_show, ${golferOfLesson(sql`b`)} as golfer_id
      from bookings b where b.${me} = ${actor.userId} and b.status in ('confirmed', 'completed')
    ), others as (
      select ${other} as id, golfer_id from workspaces where ${me} = ${actor.userId}
      union select ${other}, golfer_id from lessons
      union select ${other}, null from conversations c where ${me} = ${actor.userId}
        and exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.student_id)
        and exists (select from messages m where m.conversation_id = c.id and m.sender_id = c.instructor_id and m.message_type <> 'ai_response')
    ), found as (
      select o.id as other_id, g.id as golfer_id, g.name as golfer_name, w.id as workspace_id, ${isCoach ? sql`p.full_name` : sql`coalesce(c.display_name, '')`} as name,
        coalesce(c.profile_image_url, p.image) as picture, p.closed_at is null as is_open,
        l.zone, l.last_lesson, l.next_lesson, coalesce(l.without_notes, 0)::int as without_notes, coalesce(e.news, 0)::int as news, e.newest, e.last_event,
        (select count(*)::int from goals g where g.workspace_id = w.id and g.status = 'open') as open_goals,
        (select count(*)::int from assigned_drills d where d.workspace_id = w.id and d.ended_at is null) as open_drills
      from others o join profiles p on p.id = o.id and not p.is_invited left join instructor_profiles c on c.user_id = o.id
      left join golfers g on g.id = o.golfer_id and g.removed_at is null
      left join workspaces w on w.${me} = ${actor.userId} and w.${other} = o.id and w.golfer_id is not distinct from o.golfer_id
      left join lateral (
        select max(b.lesson_date) filter (where b.lesson_end <= ${now}) as last_lesson,
          min(b.lesson_date) filter (where b.lesson_end > ${now} and b.called_off_at is null) as next_lesson,
          (array_agg(b.time_zone order by b.lesson_date desc))[1] as zone,
          count(*) filter (where b.status = 'completed' and not b.no_show
            and b.lesson_date > ${now}::timestamptz - make_interval(days => ${NOTES_WAIT_DAYS})
            and not exists (select from lesson_cards k where k.booking_id = b.id and k.shared_at is not null)) as without_notes
        from lessons b where b.${other} = o.id and b.golfer_id is not distinct from o.golfer_id) l on true
      left join lateral (
        select count(*) filter (where case when v.actor_id <> ${actor.userId} and v.at > coalesce(${seen}, '-infinity')
            then ${isShownEvent(sql`v`)} end) as news,
          max(v.at) as last_event,
          (select json_build_object('kind', v.kind, 'title', v.title, 'at', v.at) from workspace_events v
            where v.workspace_id = w.id and v.actor_id <> ${actor.userId} and ${isShownEvent(sql`v`)}
            order by v.at desc, v.id desc limit 1) as newest
        from workspace_events v where v.workspace_id = w.id) e on true
      where ${isCoach ? sql`p.closed_at is null` : sql`true`} and (o.golfer_id is null or g.id is not null)
        ${isCoach && only.studentId ? sql`and o.id = ${only.studentId}` : sql``}
    )
    select f.*, greatest(f.last_lesson, f.last_event) as last_activity,
      f.next_lesson is null and coalesce(greatest(f.last_lesson, f.last_event), '-infinity') < ${now}::timestamptz - make_interval(days => ${QUIET_AFTER_DAYS}) as is_quiet
    from found f
    order by f.news > 0 desc, f.next_lesson nulls last, greatest(f.last_lesson, f.last_event) desc nulls last, f.name, f.other_id, f.golfer_name nulls first
    limit ${MOST_LISTED}`)
  return rows.map((row) => ({
    instructorId: isCoach ? actor.userId : row.other_id,
    studentId: isCoach ? row.other_id : actor.userId,
    golfer: row.golfer_id && row.golfer_name ? { id: row.golfer_id, name: row.golfer_name } : null,
    workspaceId: row.workspace_id,
    name: isCoach ? row.name : coachLabel(row.name || null),
    pictureUrl: row.picture,
    isOpen: row.is_open,
    zone: row.zone ?? 'America/New_York',
    lastLesson: iso(row.last_lesson),
    nextLesson: iso(row.next_lesson),
    news: row.news,
    newest: row.newest && { ...row.newest, at: new Date(row.newest.at).toISOString() },
    lessonsWithoutNotes: isCoach ? row.without_notes : 0,
    openGoals: row.open_goals,
    openDrills: row.open_drills,
    lastActivity: iso(row.last_activity),
    isQuiet: row.is_quiet,
  }))
}

const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())
