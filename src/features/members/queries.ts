import { and, asc, gt, inArray, isNull, or } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { promoCodes } from '#features/discounts/tables.ts'
import type { Database } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { MemberSummary, TestData } from './schema.ts'

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

/** Reads the summary above a member's menu; empty for an unknown user. */
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

/** The logins printed when a demo starts: one of each role. */
const demoLogins = ['student', 'coach', 'prospect', 'admin'].map((name) => `${name}@greenside.demo`)

/** Reads the demo accounts and the currently valid discount codes. */
export async function readTestData(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  isDemo: boolean,
): Promise<TestData> {
  const { email, userType } = profiles
  const accounts = await db
    .select({ email, type: userType })
    .from(profiles)
    .where(and(profiles.isDemo, inArray(email, demoLogins), isNull(profiles.closedAt)))
    .orderBy(asc(email))
  const { code, percentOff, amountOffCents, validUntil } = promoCodes
  const discountCodes = await db
    .select({ code, percentOff, amountOffCents })
    .from(promoCodes)
    .where(
      and(
        promoCodes.isActive,
        isNull(promoCodes.instructorId),
        or(isNull(validUntil), gt(validUntil, clock.now())),
      ),
    )
    .orderBy(asc(code))
    .limit(20)
  return { isDemo, accounts, discountCodes }
}
