import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const clipsOwnData: OwnData = {
  things: (id) => sql`select id from clips where student_id = ${id} or instructor_id = ${id}`,

  /**
   * A student's clips show the student, so all of them are deleted. For a coach, the coach's own clips,
   * drawings and comments are deleted.
   */
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`delete from clips where student_id = ${id} or uploader_id = ${id}`,
      sql`update clips set model_since = null where instructor_id = ${id}`,
      sql`delete from clip_uploads where ${id} in (uploader_id, student_id, instructor_id)`,
      sql`delete from clip_drawings where author_id = ${id}`,
      sql`delete from clip_voice_overs where author_id = ${id}`,
      sql`delete from clip_comments where author_id = ${id}`,
      sql`delete from clip_positions where marked_by = ${id}`,
      sql`delete from clip_seen where reader_id = ${id}`,
      sql`delete from clip_news where ${id} in (student_id, instructor_id, reader_id)`,
      sql`delete from clip_sharing_ended where ${id} in (student_id, instructor_id)`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      clips: sql`
        select l.id, l.title, l.kind, case when l.student_id = ${id} then 'student' else 'coach' end as you_were,
          case when l.student_id = ${id} then coalesce(c.display_name, 'Golf Instructor') else s.full_name end as with_whom,
          (select g.name from golfers g where g.id = l.golfer_id) as golfer,
          l.uploader_id = ${id} as added_by_you, l.byte_size, l.width, l.height, l.duration_us / 1000 as duration_ms, l.booking_id, l.model_since,
          (select jsonb_agg('/files/clips/' || l.id || '/' || (f ->> 'name')) from jsonb_array_elements(l.files) f) as files,
          l.created_at
        from clips l join profiles s on s.id = l.student_id join instructor_profiles c on c.user_id = l.instructor_id
        where l.student_id = ${id} or l.uploader_id = ${id} order by l.created_at, l.id`,
      drawings_on_clips: sql`
        select clip_id, shape, points, color, text, from_us, until_us, created_at, updated_at from clip_drawings
        where author_id = ${id} order by created_at, id`,
      positions_marked_on_clips: sql`
        select clip_id, position, at_us, marked_at from clip_positions where marked_by = ${id} order by marked_at, clip_id, position`,
      comments_on_clips: sql`
        select clip_id, at_us, content, created_at from clip_comments where author_id = ${id} order by created_at, id`,
      voice_overs_on_clips: sql`
        select clip_id, duration_ms, summary, timeline, '/files/clip-voice-overs/' || clip_id || '/' || id as file, created_at, updated_at
        from clip_voice_overs where author_id = ${id} order by created_at, id`,
      clips_shared_no_more: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, e.ended_at from clip_sharing_ended e
        join instructor_profiles c on c.user_id = e.instructor_id where e.student_id = ${id} order by e.ended_at`,
      clips_seen_last: sql`
        select s.full_name as student, coalesce(c.display_name, 'Golf Instructor') as coach, n.seen_at from clip_news n
        join profiles s on s.id = n.student_id join instructor_profiles c on c.user_id = n.instructor_id
        where n.reader_id = ${id} and n.seen_at is not null order by n.seen_at`,
      clips_seen: sql`
        select clip_id, seen_at from clip_seen where reader_id = ${id} order by seen_at, clip_id`,
      clips_being_uploaded: sql`
        select title, byte_size, received, created_at from clip_uploads where uploader_id = ${id} order by created_at, id`,
    }),
}
