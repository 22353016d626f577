import { and, eq, sql } from 'drizzle-orm'
import { HOUR_SECONDS } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { isOwnSave } from './queries.ts'
import type { SaveAsVisitorInput } from './schema.ts'
import { instructorSaves } from './tables.ts'

const TRIES_PER_ADDRESS = { points: 10, seconds: HOUR_SECONDS }
const TRIES_PER_STUDENT = { points: 60, seconds: HOUR_SECONDS }

/**
 * Saves a coach for a visitor, once per coach and email. Because anyone can enter any email, the response
 * does not reveal whether the coach was saved before, and a repeated save only fills in fields that were
 * empty. Bots that fill in the honeypot field get the same response, and nothing is stored.
 * @throws AppError no_such_coach, too_many_requests
 */
export async function saveAsVisitor(
  services: Services,
  input: SaveAsVisitorInput,
  from: { ip: string },
): Promise<void> {
  await services.rateLimits.count('coach-saves', from.ip, TRIES_PER_ADDRESS)
  if (input.website) return
  const { name, email, phone = null, notes = null } = input
  // Raw: inserts from a select, with a conflict on an expression index.
  const written = await services.db.$client.query(
    `insert into instructor_saves (instructor_id, name, email, phone, notes)
     select user_id, $2, lower($3), $4, $5 from instructor_profiles where user_id = $1 and is_listed
     on conflict (lower(email), instructor_id) where user_id is null do update set
       phone = coalesce(instructor_saves.phone, excluded.phone), notes = coalesce(instructor_saves.notes, excluded.notes)
     returning id`,
    [input.instructorId, name, email, phone, notes],
  )
  if (written.rows.length === 0) throw noSuchCoach()
}

/**
 * Saves a coach for a student, once, with the name, email and phone of the account.
 * @returns whether this student had saved the coach before
 * @throws AppError no_such_coach, too_many_requests
 */
export async function saveAsStudent(
  services: Services,
  userId: string,
  instructorId: string,
): Promise<{ wasSaved: boolean }> {
  await services.rateLimits.count('coach-saves-of-a-student', userId, TRIES_PER_STUDENT)
  // Raw: inserts from a select and returns whether the row is new.
  const written = await services.db.$client.query<{ is_new: boolean }>(
    `insert into instructor_saves (instructor_id, user_id, name, email, phone)
     select c.user_id, p.id, p.full_name, lower(p.email), p.phone from instructor_profiles c, profiles p
     where c.user_id = $1 and c.is_listed and p.id = $2
     on conflict (user_id, instructor_id) where user_id is not null do update set
       phone = coalesce(instructor_saves.phone, excluded.phone)
     returning xmax = 0 as is_new`,
    [instructorId, userId],
  )
  const row = written.rows[0]
  if (!row) throw noSuchCoach()
  return { wasSaved: !row.is_new }
}

/**
 * Removes a coach from a student's saved coaches, including saves made before with the student's verified
 * address. Idempotent.
 */
export async function removeSave(services: Services, userId: string, instructorId: string): Promise<void> {
  await services.db
    .delete(instructorSaves)
    .where(
      and(
        eq(instructorSaves.instructorId, instructorId),
        sql`exists (select from profiles p where p.id = ${userId} and ${isOwnSave})`,
      ),
    )
}

const noSuchCoach = () => new AppError('not_found', 'no_such_coach', 'There is no such coach.')
