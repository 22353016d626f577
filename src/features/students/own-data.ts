import { sql } from 'drizzle-orm'
import { byOwnAddress, isTheirs, type OwnData, readParts } from '#platform/own-data.ts'

export const studentsOwnData: OwnData = {
  erase: (leaver) => [
    sql`delete from student_invitations
      where instructor_id = ${leaver.userId}::uuid or ${isTheirs(leaver, sql`student_id`, sql`email`)}`,
    sql`delete from brought_students
      where instructor_id = ${leaver.userId}::uuid or ${isTheirs(leaver, sql`student_id`, sql`email`)}`,
    sql`delete from student_imports where instructor_id = ${leaver.userId}::uuid`,
    sql`delete from student_notes where ${leaver.userId}::uuid in (instructor_id, student_id)`,
  ],

  export: (db, id) =>
    readParts(db, {
      invitations_you_got: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, i.name, i.email, i.message, i.sent_at, i.accepted_at, i.declined_at
        from student_invitations i join instructor_profiles c on c.user_id = i.instructor_id
        where i.student_id = ${id} or ${byOwnAddress(sql`i.student_id`, sql`i.email`, id)} order by i.sent_at`,
      students_you_invited: sql`
        select i.name, i.message, i.sent_at, i.accepted_at, i.declined_at, i.withdrawn_at
        from student_invitations i where i.instructor_id = ${id} order by i.sent_at`,
      lists_of_students_with_you: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, b.name, b.email, b.phone, b.lessons_owed, b.created_at,
          b.written_at, b.reminded_at, b.accepted_at
        from brought_students b join instructor_profiles c on c.user_id = b.instructor_id
        where b.student_id = ${id} or ${byOwnAddress(sql`b.student_id`, sql`b.email`, id)} order by b.created_at`,
      students_you_brought: sql`
        select b.name, b.note, b.lessons_owed, m.lesson_minutes, m.message, m.confirmed_at, b.created_at, b.written_at, b.reminded_at,
          b.accepted_at
        from brought_students b join student_imports m on m.id = b.import_id
        where b.instructor_id = ${id} order by b.created_at, b.id`,
      notes_about_your_students: sql`
        select n.student_id, n.note, n.updated_at from student_notes n where n.instructor_id = ${id} order by n.updated_at`,
    }),
}
