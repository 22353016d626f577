import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL condition: the other member may see an event. A removed or private note, removed comments and a removed practice entry hide their
 * events, which contain the beginning of the text; restoring or sharing them again shows the events.
 * @param event the name of the row of workspace_events in the statement
 */
export const isShownEvent = (event: SQL) => sql`case ${event}.kind
  when 'note_written' then exists (select from workspace_notes n
    where n.id = ${event}.about_id and n.is_shared and n.removed_at is null)
  when 'commented' then exists (select from workspace_comments c where c.workspace_id = ${event}.workspace_id
      and c.about_id = ${event}.about_id and c.author_id = ${event}.actor_id and c.removed_at is null)
    and not exists (select from workspace_notes n where n.id = ${event}.about_id and not n.is_shared)
  when 'practice_logged' then exists (select from practice_entries p where p.id = ${event}.about_id and p.removed_at is null)
  else true end`

/**
 * SQL condition: an event can be announced to the other member, because it was not undone since. The history keeps what was undone.
 * @param event the name of the row of workspace_events in the statement
 */
export const isStandingEvent = (event: SQL) => sql`(${isShownEvent(event)} and case ${event}.kind
  when 'goal_reached' then exists (select from goals g where g.id = ${event}.about_id and g.status = 'reached')
  when 'goal_dropped' then exists (select from goals g where g.id = ${event}.about_id and g.status = 'dropped')
  when 'drill_assigned' then exists (select from assigned_drills d where d.id = ${event}.about_id and d.ended_at is null)
  when 'shots_added' then exists (select from shot_sessions s where s.id = ${event}.about_id)
  else true end)`
