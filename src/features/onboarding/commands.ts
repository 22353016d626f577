import { sql } from 'drizzle-orm'
import { findActor } from '#features/accounts/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { announceLive } from './emails.ts'
import { eligibilityOf } from './onboarding.ts'
import { findPlace, readDraft } from './queries.ts'
import { type CoachToBe, coachToBeSchema, type Draft, draftIssues, fullDraft, type GoLive } from './schema.ts'

/** Keeps what was typed, beside what was typed before. */
export async function saveDraft(services: Services, actor: Actor, draft: Draft): Promise<void> {
  refuseUnlessOpen(actor)
  await services.db.execute(sql`
    insert into coach_drafts (user_id, draft) values (${actor.userId}::uuid, ${JSON.stringify(draft)}::jsonb)
    on conflict (user_id) do update set draft = coach_drafts.draft || excluded.draft, updated_at = current_instant()`)
}

/**
 * Makes a coach of a student or prospect: visible, bookable at once, with a place and weekly hours. The same session acts
 * as a coach from the next request on.
 * @returns what is still missing, by step, when the draft is not complete
 * @throws AppError already_coach, admins_do_not_teach, lessons_coming
 */
export async function goLive(services: Services, actor: Actor): Promise<GoLive> {
  refuseUnlessOpen(actor)
  const draft = fullDraft(await readDraft(services.db, actor))
  const checked = coachToBeSchema.safeParse(draft)
  if (!checked.success) {
    // Of two clicks the second may find the draft gone, because the first has made a coach of it.
    if ((await findActor(services.db, actor.userId))?.role === 'coach') throw alreadyCoach()
    return { ok: false, issues: draftIssues(draft) }
  }
  const place = await findPlace(services.db, services.clock, checked.data.zip)
  if (!place)
    return { ok: false, issues: [{ step: 'place', path: 'zip', message: 'We do not know this ZIP code' }] }
  await services.db.transaction(async (tx) => {
    await lockStudent(tx, actor.userId)
    await insertCoach(tx, actor.userId, checked.data, place)
    await tx.execute(
      sql`delete from user_roles where user_id = ${actor.userId}::uuid and role in ('student', 'prospect')`,
    )
    await tx.execute(sql`
      update profiles set user_type = 'instructor', updated_at = current_instant() where id = ${actor.userId}::uuid`)
    await tx.execute(sql`delete from coach_drafts where user_id = ${actor.userId}::uuid`)
    await announceLive(services, tx, { userId: actor.userId, fullName: actor.fullName, city: place.city })
  })
  services.sessions.forget(actor.userId)
  const me = await findActor(services.db, actor.userId)
  if (!me) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
  return { ok: true, me }
}

function refuseUnlessOpen(actor: Actor) {
  const eligibility = eligibilityOf(actor.role)
  if (eligibility === 'coach') throw alreadyCoach()
  if (eligibility === 'admin')
    throw new AppError('conflict', 'admins_do_not_teach', 'Admins cannot teach. Use another account.')
}

/** Two clicks at once: the second waits here and finds a coach. A student who expects a lesson stays one until then. */
async function lockStudent(tx: Queryable, userId: string) {
  const found = await tx.execute<{ user_type: string; lessons: number }>(sql`
    select user_type from profiles where id = ${userId}::uuid and closed_at is null for update`)
  if (found.rows[0]?.user_type !== 'student') throw alreadyCoach()
  const coming = await tx.execute(sql`
    select from bookings where student_id = ${userId}::uuid and status in ('pending', 'confirmed') limit 1`)
  if (coming.rows.length > 0)
    throw new AppError(
      'conflict',
      'lessons_coming',
      'You have a lesson booked as a student. Take it or cancel it first: a coach’s account does not show it.',
    )
}

async function insertCoach(
  tx: Queryable,
  userId: string,
  coach: CoachToBe,
  place: { city: string; state: string; lat: number; lng: number; zone: string },
) {
  await tx.execute(sql`
    insert into instructor_profiles (user_id, display_name, bio, location, hourly_rate, specialties, launch_monitor,
      credentials, gender, facility_types, years_coaching, lesson_durations, time_zone, is_visible, instant_book_enabled)
    values (${userId}::uuid, ${coach.displayName}, ${coach.bio}, ${`${place.city}, ${place.state}`}, ${coach.hourlyRate}::numeric,
      ${list(coach.specialties)}::text[], ${coach.launchMonitor || null},
      ${list(coach.credential ? [coach.credential] : [])}::text[], ${coach.gender || null},
      ${list(coach.facilityTypes)}::text[], ${coach.years === '' ? null : Number(coach.years)}::int,
      ${list([...coach.durations].sort((a, b) => a - b))}::int[], ${place.zone}, true, true)`)
  await tx.execute(sql`
    insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, zip, lat, lng, time_zone,
      is_primary)
    values (${userId}::uuid, ${coach.locationName}, ${coach.address || null}, ${place.city}, ${place.state}, ${coach.zip},
      ${place.lat}, ${place.lng}, ${place.zone}, true)`)
  await tx.execute(sql`
    insert into instructor_availability (instructor_id, day_of_week, start_time, end_time)
    select ${userId}::uuid, h.day, h.from::time, h.to::time
    from json_to_recordset(${JSON.stringify(coach.hours)}::json) as h (day int, "from" text, "to" text)`)
}

/** PostgreSQL's text of an array; what is in it goes through JSON's quoting, which is the same. */
const list = (values: readonly (string | number)[]) =>
  `{${values.map((value) => JSON.stringify(value)).join(',')}}`

const alreadyCoach = () => new AppError('conflict', 'already_coach', 'You are a coach already.')
