import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { prepareOnce, type Queryable } from '#platform/db.ts'
import { coachDefaults, coachLabel } from './coach.ts'
import type { CoachProfile } from './schema.ts'
import { instructorProfiles } from './tables.ts'

const c = instructorProfiles

/**
 * The location on a coach's card: what the coach wrote, or else the town of the main place; null for a coach with neither.
 * @param coach the name of `instructor_profiles` in the statement
 */
export const locationIn = (coach: SQL) => sql<string | null>`coalesce(${coach}.location, (
  select l.city || ', ' || l.state from instructor_teaching_locations l where l.instructor_id = ${coach}.user_id
  order by l.is_primary desc, l.location_name limit 1))`

/** Places and records come as one value each: a coach is one statement. It is large: planning it took four times as long as running it. */
const coachProfileStatement = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(c),
      name: sql<string | null>`coalesce(${c.displayName}, ${profiles.fullName})`,
      locations: sql<CoachProfile['locations']>`
        (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.location_name, 'address', l.address, 'city', l.city,
          'state', l.state, 'zip', l.zip, 'isPrimary', l.is_primary, 'zone', l.time_zone, 'lat', l.lat, 'lng', l.lng) order by l.is_primary desc, l.location_name), '[]')
          from instructor_teaching_locations l where l.instructor_id = ${c.userId})`,
      pictures: sql<CoachProfile['pictures']>`
        (select coalesce(json_agg(json_build_object('url', g.url, 'alt', coalesce(p.alt, ''), 'caption', coalesce(p.caption, ''))
          order by g.nth), '[]')
          from unnest(${c.galleryImages}) with ordinality as g (url, nth)
          left join coach_pictures p on p.instructor_id = ${c.userId} and p.url = g.url)`,
      portraitAlt: sql<string | null>`
        (select p.alt from coach_pictures p where p.instructor_id = ${c.userId} and p.url = ${c.profileImageUrl})`,
      verified: sql<CoachProfile['verifiedCredentials']>`
        (select coalesce(json_agg(json_build_object('credential', v.credential,
          'checkedOn', to_char(v.verified_at at time zone 'UTC', 'YYYY-MM-DD')) order by v.verified_at), '[]')
          from credential_verifications v where v.instructor_id = ${c.userId} and v.withdrawn_at is null
            and v.kind = 'certificate' and v.credential = any (${c.credentials}) and (v.expires_on is null or v.expires_on >= current_instant()::date))`,
      backgroundCheckedOn: sql<string | null>`
        (select to_char(v.verified_at at time zone 'UTC', 'YYYY-MM-DD') from credential_verifications v
          where v.instructor_id = ${c.userId} and v.withdrawn_at is null and v.kind = 'background'
            and (v.expires_on is null or v.expires_on >= current_instant()::date))`,
    })
    .from(c)
    .innerJoin(profiles, eq(profiles.id, c.userId))
    .where(
      and(
        eq(c.userId, sql.placeholder('instructorId')),
        or(
          sql`${sql.placeholder('seesHidden')}::boolean`,
          c.isListed,
          eq(c.userId, sql.placeholder('viewerId')),
        ),
      ),
    )
    .prepare('coach-profile')

/**
 * A coach's public profile. Null for a coach who is not listed, that is hidden or suspended, except for the coach and
 * for admins (`seesHidden`).
 */
export async function findCoachProfile(
  db: Queryable,
  instructorId: string,
  viewer: { userId: string | null; seesHidden: boolean },
): Promise<Omit<CoachProfile, 'replyMinutes'> | null> {
  const { userId, seesHidden } = viewer
  const [row] = await prepareOnce(db, coachProfileStatement).execute({
    instructorId,
    seesHidden,
    viewerId: userId,
  })
  if (!row) return null
  const primary = row.locations[0]
  return {
    id: instructorId,
    name: row.name ?? coachDefaults.name,
    label: coachLabel(row.name),
    bio: row.bio ?? coachDefaults.bio,
    imageUrl: row.profileImageUrl,
    portraitAlt: row.portraitAlt ?? '',
    pictures: row.pictures,
    location: row.location ?? (primary ? `${primary.city}, ${primary.state}` : coachDefaults.location),
    hourlyRateCents: row.hourlyRate,
    durations: row.lessonDurations,
    groupLessons:
      row.groupRate !== null && row.groupSize !== null
        ? { hourlyRateCents: row.groupRate, size: row.groupSize, isBookable: row.groupBookable }
        : null,
    playingRateCents: row.playingRate,
    playingMinutes: row.playingRate === null ? null : row.playingMinutes,
    specialties: row.specialties,
    credentials: row.credentials,
    verifiedCredentials: row.verified,
    backgroundCheckedOn: row.backgroundCheckedOn,
    launchMonitor: row.launchMonitor,
    yearsCoaching: row.yearsCoaching,
    rating: row.rating,
    reviewCount: row.reviewCount,
    instantBookEnabled: row.instantBookOpen,
    noticeHours: row.minBookingNoticeHours,
    cancellationPolicy: row.cancellationPolicy,
    zone: primary?.zone ?? row.timeZone,
    locations: row.locations,
    importedReviews: row.customReviews.map((review) => ({
      author: review.author,
      rating: review.rating,
      text: review.text ?? null,
      source: review.source ?? null,
    })),
  }
}

/**
 * Whether a coach is not shown at the moment: hidden or suspended, without revealing which. False after the account
 * is closed.
 */
export async function isAway(db: Queryable, coachId: string): Promise<boolean> {
  const found = await db
    .select({ id: profiles.id })
    .from(instructorProfiles)
    .innerJoin(profiles, eq(profiles.id, instructorProfiles.userId))
    .where(
      and(
        eq(instructorProfiles.userId, coachId),
        eq(instructorProfiles.isListed, false),
        isNull(profiles.closedAt),
      ),
    )
  return found.length > 0
}

/** False while a coach is suspended, and after the account is closed. */
export async function mayTeach(db: Queryable, coachId: string): Promise<boolean> {
  const [coach] = await db
    .select({ mayTeach: instructorProfiles.mayTeach })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach?.mayTeach ?? false
}
