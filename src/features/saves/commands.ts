import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { SaveAsVisitorInput } from './schema.ts'

const HOUR = 60 * 60
const TRIES_PER_ADDRESS = { points: 10, seconds: HOUR }
const TRIES_PER_STUDENT = { points: 60, seconds: HOUR }

interface Person {
  name: string
  email: string
  phone: string | null
  notes: string | null
}

/**
 * Saves a coach for somebody without an account. Whoever fills in the field nobody sees gets the same friendly answer, and
 * nothing is kept.
 * @throws AppError no_such_coach, too_many_requests
 */
export async function saveAsVisitor(services: Services, input: SaveAsVisitorInput, from: { ip: string }) {
  await services.rateLimits.count('coach-saves', from.ip, TRIES_PER_ADDRESS)
  if (input.website) return { wasSaved: false }
  const { name, email, phone = null, notes = null } = input
  return await saveCoach(services, input.instructorId, { name, email, phone, notes })
}

/**
 * Saves a coach for a student, with the name, email and phone of the account.
 * @throws AppError no_such_coach, too_many_requests
 */
export async function saveAsStudent(services: Services, userId: string, instructorId: string) {
  await services.rateLimits.count('coach-saves-of-a-student', userId, TRIES_PER_STUDENT)
  const found = await services.db.$client.query<Omit<Person, 'notes'>>(
    'select full_name as name, email, phone from profiles where id = $1',
    [userId],
  )
  const person = found.rows[0]
  if (!person) throw new AppError('not_found', 'no_such_account', 'This account does not exist any more.')
  return await saveCoach(services, instructorId, { ...person, notes: null })
}

/**
 * Once a coach and an email. Anybody can type any email, so a second save never changes what the first one said: it only
 * fills in what was left open.
 */
async function saveCoach({ db }: Services, instructorId: string, person: Person) {
  const written = await db.$client.query<{ is_new: boolean }>(
    `insert into instructor_saves (instructor_id, name, email, phone, notes)
     select user_id, $2, lower($3), $4, $5 from instructor_profiles where user_id = $1 and is_visible
     on conflict (lower(email), instructor_id) do update set
       phone = coalesce(instructor_saves.phone, excluded.phone), notes = coalesce(instructor_saves.notes, excluded.notes)
     returning xmax = 0 as is_new`,
    [instructorId, person.name, person.email, person.phone, person.notes],
  )
  const row = written.rows[0]
  if (!row) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
  return { wasSaved: !row.is_new }
}
