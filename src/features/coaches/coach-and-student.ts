import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import { instructorProfiles } from './tables.ts'

/** The accounts of the two people of a lesson, a proposal or a package, as one statement joins both. */
export const coachAccount = alias(profiles, 'coach')
export const studentAccount = alias(profiles, 'student')

/** What the coach is called; of a statement that joins the coach's profile and {@link coachAccount}. */
export const coachName = sql<
  string | null
>`coalesce(${instructorProfiles.displayName}, ${coachAccount.fullName})`
