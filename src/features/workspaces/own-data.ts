import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const workspacesOwnData: OwnData = {
  things: (id) => sql`select id from workspaces where student_id = ${id} or instructor_id = ${id}`,

  /**
   * A student's workspaces are deleted. A coach's workspaces stay readable for their students; the coach's
   * private notes and library are deleted.
   */
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`delete from workspaces where student_id = ${id}`,
      sql`delete from shot_mappings where user_id = ${id}`,
      sql`delete from drills where instructor_id = ${id}`,
      // Students keep a drill's text; its picture may show the coach, so it is deleted.
      sql`delete from drill_pictures where instructor_id = ${id}`,
      sql`update lesson_cards set private_note = '', draft_note = note, draft_next_goal = next_goal
      where workspace_id in (select w.id from workspaces w where w.instructor_id = ${id})`,
      sql`delete from workspace_notes where author_id = ${id} and not is_shared`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      workspaces: sql`
        select w.id, case when w.student_id = ${id} then 'student' else 'coach' end as you_were,
          case when w.student_id = ${id} then c.display_name else s.full_name end as with_whom,
          (select p.name from golfers p where p.id = w.golfer_id) as golfer, w.created_at,
          case when w.student_id = ${id} then w.student_seen_at else w.coach_seen_at end as you_last_looked
        from workspaces w join instructor_profiles c on c.user_id = w.instructor_id join profiles s on s.id = w.student_id
        where ${id} in (w.student_id, w.instructor_id) order by w.created_at, w.id`,
      notes_on_lessons: sql`
        select k.booking_id, k.note, k.next_goal, k.shared_at,
          case when w.instructor_id = ${id} then k.draft_note end as your_draft,
          case when w.instructor_id = ${id} then k.draft_next_goal end as your_draft_of_the_next_goal,
          case when w.instructor_id = ${id} then k.private_note end as your_private_note
        from lesson_cards k join workspaces w on w.id = k.workspace_id
        where w.instructor_id = ${id} or (w.student_id = ${id} and k.shared_at is not null) order by k.saved_at, k.booking_id`,
      notes_you_wrote: sql`
        select workspace_id, is_shared, content, created_at, edited_at from workspace_notes where author_id = ${id}
        order by created_at, id`,
      goals: sql`
        select g.workspace_id, g.title, g.measure, g.unit, g.target, g.due_on, g.status, g.created_at,
          array(select json_build_object('value', v.value, 'on', v.measured_on, 'struck', v.struck_at is not null)
            from goal_values v where v.goal_id = g.id order by v.measured_on, v.recorded_at) as values
        from goals g join workspaces w on w.id = g.workspace_id where ${id} in (w.student_id, w.instructor_id)
        order by g.created_at, g.id`,
      drills_you_wrote: sql`
        select title, how, times_a_week, picture_id, created_at from drills where instructor_id = ${id} order by created_at, id`,
      pictures_of_your_drills: sql`
        select id, alt, byte_size, '/files/drill-pictures/' || id || '/' || (files -> -1 ->> 'name') as address, created_at
        from drill_pictures where instructor_id = ${id} order by created_at, id`,
      drills_assigned: sql`
        select d.workspace_id, d.title, d.how, d.times_a_week, d.due_on, d.assigned_on, d.ended_at,
          (select p.alt from drill_pictures p where p.id = d.picture_id) as what_its_picture_shows,
          array(select t.day from drill_ticks t where t.assigned_drill_id = d.id order by t.day) as days
        from assigned_drills d join workspaces w on w.id = d.workspace_id where ${id} in (w.student_id, w.instructor_id)
        order by d.created_at, d.id`,
      practice_log: sql`
        select p.workspace_id, p.day, p.minutes, p.content from practice_entries p join workspaces w on w.id = p.workspace_id
        where w.student_id = ${id} order by p.day, p.id`,
      measured_progress_you_let_be_shown: sql`
        select k.workspace_id, k.by_name, k.given_at from progress_consents k join workspaces w on w.id = k.workspace_id
        where w.student_id = ${id} order by k.given_at, k.workspace_id`,
      launch_monitor_sessions: sql`
        select n.workspace_id, n.name, n.hit_on, n.added_at, n.headings as headings_of_the_file, array(select json_build_object('club', h.club, 'club_speed_m_s', h.club_speed,
            'ball_speed_m_s', h.ball_speed, 'carry_m', h.carry, 'total_m', h.total, 'side_m', h.side, 'launch_angle_deg', h.launch_angle,
            'spin_rpm', h.spin, 'smash_factor', h.smash, 'launch_direction_deg', h.launch_direction, 'back_spin_rpm', h.back_spin,
            'side_spin_rpm', h.side_spin, 'spin_axis_deg', h.spin_axis, 'attack_angle_deg', h.attack_angle, 'club_path_deg', h.club_path,
            'face_angle_deg', h.face_angle, 'face_to_path_deg', h.face_to_path, 'dynamic_loft_deg', h.dynamic_loft, 'apex_m', h.apex,
            'descent_angle_deg', h.descent_angle, 'hang_time_s', h.hang_time, 'line_of_the_file', h.source) from shots h where h.session_id = n.id order by h.position) as shots
        from shot_sessions n join workspaces w on w.id = n.workspace_id where ${id} in (w.student_id, w.instructor_id)
        order by n.hit_on, n.id`,
      columns_chosen_for_launch_monitor_files: sql`
        select mapping, used_at from shot_mappings where user_id = ${id} order by used_at, headings_hash`,
      comments_you_wrote: sql`
        select workspace_id, about, content, created_at from workspace_comments where author_id = ${id} order by created_at, id`,
      what_you_did_in_workspaces: sql`
        select workspace_id, kind, title, changes, at from workspace_events where actor_id = ${id} order by at, id`,
    }),
}
