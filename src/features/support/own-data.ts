import { sql } from 'drizzle-orm'
import { byOwnAddress, isTheirs, type OwnData, readParts } from '#platform/own-data.ts'

export const supportOwnData: OwnData = {
  erase: (leaver) => [
    sql`delete from support_tickets where ${isTheirs(leaver, sql`user_id`, sql`user_email`)}`,
    sql`update support_tickets set owner_id = null where owner_id = ${leaver.userId}`,
    sql`delete from support_viewers where admin_id = ${leaver.userId}`,
  ],

  export: (db, id) =>
    readParts(db, {
      questions_to_support: sql`
        select t.subject, t.message, t.status, t.created_at,
          (select coalesce(json_agg(json_build_object('from', case when r.is_staff then 'staff' else 'you' end,
            'message', r.message, 'created_at', r.created_at) order by r.seq), '[]') from support_replies r where r.ticket_id = t.id)
            as replies
        from support_tickets t
        where t.user_id = ${id} or ${byOwnAddress(sql`t.user_id`, sql`t.user_email`, id)} order by t.created_at`,
    }),
}
