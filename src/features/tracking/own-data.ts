import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const trackingOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`update user_sessions set user_id = null where user_id = ${id}`,
      sql`update page_views set user_id = null where user_id = ${id}`,
      sql`update instructor_impressions set user_id = null where user_id = ${id}`,
      sql`update instructor_profile_events set user_id = null where user_id = ${id}`,
      sql`update search_history set user_id = null where user_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      searches: sql`
        select search_query, search_type, results_count, created_at from search_history where user_id = ${id}
        order by created_at`,
      visits: sql`
        select entry_page, exit_page, pages_visited, created_at, ended_at from user_sessions where user_id = ${id}
        order by created_at`,
      pages_you_looked_at: sql`
        select page_path, referrer, duration_seconds, created_at from page_views where user_id = ${id} order by created_at`,
      coaches_you_were_shown: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, i.search_query, i.position_in_results, i.clicked, i.created_at
        from instructor_impressions i join instructor_profiles c on c.user_id = i.instructor_id where i.user_id = ${id}
        order by i.created_at`,
      coaches_you_clicked: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, e.event_type, e.created_at
        from instructor_profile_events e join instructor_profiles c on c.user_id = e.instructor_id where e.user_id = ${id}
        order by e.created_at`,
    }),
}
