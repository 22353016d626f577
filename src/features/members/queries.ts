import type { Database } from '#platform/db.ts'
import type { MemberSummary } from './schema.ts'

const summaryStatement = {
  name: 'summary',
  text: `
    select coalesce(c.profile_image_url, p.image) as "pictureUrl",
      coalesce(c.location, (select l.city || ', ' || l.state from instructor_teaching_locations l
        where l.instructor_id = p.id order by l.is_primary desc, l.location_name limit 1), p.city) as location,
      c.rating::float8 as rating, coalesce(c.review_count, 0) as "reviewCount", c.user_id is not null as "hasCoachProfile",
      case when p.user_type = 'instructor'
        then (select count(*)::int from bookings b where b.instructor_id = $1 and b.status = 'completed')
        else (select count(*)::int from bookings b where b.student_id = $1 and b.status = 'completed') end as "completedLessons"
    from profiles p left join instructor_profiles c on c.user_id = p.id where p.id = $1`,
}

/** What stands above a member's menu; of nobody, nothing. */
export async function findMemberSummary(db: Database, userId: string): Promise<MemberSummary> {
  const found = await db.$client.query<MemberSummary>({ ...summaryStatement, values: [userId] })
  return (
    found.rows[0] ?? {
      pictureUrl: null,
      location: null,
      rating: null,
      reviewCount: 0,
      completedLessons: 0,
      hasCoachProfile: false,
    }
  )
}
