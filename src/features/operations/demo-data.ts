import { randomBytes } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { addDemoAccounts, type DemoAccount } from '#features/accounts/commands.ts'
import { profiles } from '#features/accounts/tables.ts'
import { addWeeklyHours } from '#features/availability/commands.ts'
import { insertPlaces, insertProfiles } from '#features/coaches/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { demoCoaches, demoStudents } from './demo-people.ts'
import type { DemoData } from './schema.ts'

const PER_ADMIN = { points: 6, seconds: 60 * 60 }
/** Monday to Saturday; 0 is Sunday. */
const TEACHING_DAYS = [1, 2, 3, 4, 5, 6]

const ALREADY_THERE = 'The demo accounts already exist. Their passwords cannot be shown again.'
const NOT_HERE = 'This is a real marketplace: demo accounts are never made in it.'
const isRealMarketplace = (env: Services['env']) => env.NODE_ENV === 'production' && !env.isDemo

/** Returns why demo accounts cannot be created, for the button; null when they can. */
export async function readDemoDataState({
  db,
  env,
}: Pick<Services, 'db' | 'env'>): Promise<{ reason: string | null }> {
  if (isRealMarketplace(env)) return { reason: NOT_HERE }
  return { reason: (await isThere(db)) ? ALREADY_THERE : null }
}

const isThere = async (db: Queryable) =>
  (
    await db
      .select({ id: profiles.id })
      .from(profiles)
      .where(
        inArray(
          profiles.email,
          [...demoCoaches, ...demoStudents].map(({ email }) => email),
        ),
      )
      .limit(1)
  ).length > 0

/**
 * Creates ten bookable coaches and twenty students, all marked as demo accounts, once. Their passwords are
 * random and stored as hashes only: this response is the only place where they are readable.
 * @throws AppError no_demo_data_here, demo_data_exists, too_many_requests, busy
 */
export async function createDemoData(
  { db, env, clock, rateLimits, passwords }: Services,
  by: { actor: Actor; audit: Audit },
): Promise<DemoData> {
  if (isRealMarketplace(env)) throw new AppError('not_allowed', 'no_demo_data_here', NOT_HERE)
  await rateLimits.count('create-demo-data', by.actor.userId, PER_ADMIN)
  const people = [
    ...demoCoaches.map((coach) => ({ ...coach, role: 'coach' as const })),
    ...demoStudents.map((student) => ({ ...student, role: 'student' as const })),
  ].map((person) => ({ ...person, id: uuidV4(), password: randomBytes(12).toString('base64url') }))
  if (await isThere(db)) throw alreadyThere()
  // Hashing takes a few seconds: done before the transaction, and sequentially, so that concurrent sign-ins
  // are not blocked.
  const accounts: DemoAccount[] = []
  for (const { id, name, email, role, city, password } of people)
    accounts.push({ id, name, email, role, city, passwordHash: await passwords.hashPassword(password) })
  const coaches = people.filter((person) => person.role === 'coach')
  const counts = { instructors: coaches.length, students: people.length - coaches.length }
  await db.transaction(async (tx) => {
    // Another admin created them meanwhile.
    if ((await addDemoAccounts(tx, accounts, clock.now())) < people.length) throw alreadyThere()
    await insertProfiles(
      tx,
      coaches.map(({ id, name, place, bio, specialties, rateCents }) => ({
        userId: id,
        displayName: name,
        bio,
        location: `${place.city}, ${place.state}`,
        hourlyRate: rateCents,
        specialties: [...specialties],
        isVisible: true,
        instantBookEnabled: true,
        timeZone: place.timeZone,
      })),
    )
    await insertPlaces(
      tx,
      coaches.map(({ id, place }) => ({ ...place, instructorId: id, isPrimary: true })),
    )
    await addWeeklyHours(
      tx,
      coaches.flatMap(({ id }) =>
        TEACHING_DAYS.map((dayOfWeek) => ({ coachId: id, dayOfWeek, from: '09:00', to: '17:00' })),
      ),
    )
    await by.audit.record(tx, { after: counts })
  })
  return {
    ...counts,
    credentials: people.map(({ role, name, email, password }) => ({ role, name, email, password })),
  }
}

const alreadyThere = () => new AppError('conflict', 'demo_data_exists', ALREADY_THERE)
