import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import parsePhoneNumber from 'libphonenumber-js/min'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { OpenedSession } from '#platform/auth.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { welcome, welcomeCoach, welcomeKind } from './letters.ts'
import { requestLink } from './links/commands.ts'
import type { SignUpInput } from './schema.ts'
import { credentials, profiles, userRoles } from './tables.ts'

const SIGN_UPS_PER_ADDRESS = { points: 20, seconds: 60 * 60 }
/**
 * `KNOWN_PER_ADDRESS` limits sign-ups with registered emails per IP address, so that they cannot be used to
 * find out who has an account.
 */
const WELCOMES_PER_PERSON = { points: 5, seconds: 60 * 60 }
const KNOWN_PER_ADDRESS = { points: 5, seconds: 60 * 60 }

/**
 * Creates a student account and signs it in. No input can create another role.
 * @param wantsToCoach the user signed up in order to become a coach: the welcome email explains the next
 *   steps
 * @returns the new user's id and the headers with the session cookie
 * @throws AppError already_registered, too_many_requests
 */
export async function signUp(
  services: Services,
  input: SignUpInput,
  from: { headers: Headers; ip: string },
  wantsToCoach = input.wantsToCoach ?? false,
): Promise<OpenedSession> {
  await countSignUp(services, from.ip)
  const email = input.email.toLowerCase()
  const account = {
    fullName: input.name,
    email,
    phone: normalisePhone(input.phone),
    password: input.password,
  }
  const made = await services.sessions.signUp(account, from.headers).catch(async (error: unknown) => {
    if (error instanceof AppError && error.reason === 'already_registered')
      await services.rateLimits.count('sign-up-known', from.ip, KNOWN_PER_ADDRESS)
    throw error
  })
  // A failure to enqueue these emails must not fail the sign-up.
  await Promise.all([
    sendWelcome(services, { userId: made.userId, fullName: input.name, wantsToCoach }),
    requestLink(services, services.db, { purpose: 'email-verification', email }),
  ]).catch((error) => services.log.warn({ err: error }, 'welcome or verification email not enqueued'))
  return made
}

/** Limits new accounts per IP address. @throws AppError too_many_requests */
export async function countSignUp({ rateLimits }: Pick<Services, 'rateLimits'>, ip: string): Promise<void> {
  await rateLimits.count('sign-up', ip, SIGN_UPS_PER_ADDRESS)
  await rateLimits.refuseSpent('sign-up-known', ip, KNOWN_PER_ADDRESS)
}

/**
 * Creates a prospect account: a student account with the prospect role instead of the student role.
 * @throws AppError already_registered, too_many_requests
 */
export async function signUpProspect(
  services: Services,
  input: SignUpInput,
  from: { headers: Headers; ip: string },
): Promise<OpenedSession> {
  const made = await signUp(services, input, from, true)
  await services.db.transaction(async (tx) => {
    const { userId } = made
    await tx.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'student')))
    await tx.insert(userRoles).values({ userId, role: 'prospect' }).onConflictDoNothing()
  })
  services.sessions.forget(made.userId)
  return made
}

/**
 * Turns a student or prospect into a coach. The caller locks the profile and creates the coach's profile in
 * the same transaction.
 */
export async function makeCoach(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(userRoles)
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.role, ['student', 'prospect'])))
  await tx.update(profiles).set({ userType: 'instructor', updatedAt: present }).where(eq(profiles.id, userId))
}

/** A demo account. Its address needs no confirmation. */
export interface DemoAccount {
  id: string
  name: string
  email: string
  city: string | null
  role: 'student' | 'coach'
  passwordHash: string
}

/**
 * Adds demo accounts.
 * @param now milliseconds since 1970, UTC
 * @returns the number added; if an address already has an account, it is skipped and the caller rolls back
 */
export async function addDemoAccounts(
  tx: Queryable,
  people: readonly DemoAccount[],
  now: number,
): Promise<number> {
  const [createdAt, updatedAt] = [new Date(now), new Date(now)]
  const added = await tx
    .insert(profiles)
    .values(
      people.map(({ id, name, email, role, city }) => ({
        id,
        fullName: name,
        email,
        city,
        emailVerified: true,
        mailboxProvenAt: createdAt,
        userType: role === 'coach' ? ('instructor' as const) : ('student' as const),
        isDemo: true,
        createdAt,
        updatedAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: profiles.id })
  if (added.length < people.length) return added.length
  await tx.insert(credentials).values(
    people.map(({ id, passwordHash }) => ({
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: passwordHash,
      createdAt,
      updatedAt,
    })),
  )
  return added.length
}

/** Welcomes a new user by email. */
export async function sendWelcome(
  services: Services,
  person: { userId: string; fullName: string; wantsToCoach: boolean },
  key = `welcome:${person.userId}`,
) {
  const { userId, fullName: full_name, wantsToCoach } = person
  const onboarding_url = `${services.env.appUrl}/instructor-onboarding`
  await sendLetter(services, services.db, {
    key,
    kind: welcomeKind,
    userId,
    letter: wantsToCoach
      ? fillIn(welcomeCoach, { full_name, onboarding_url })
      : fillIn(welcome, { full_name }),
  })
}

/**
 * Resends the welcome email to an account's address, for an admin.
 * @param asked the address in any case; the variant of the email depends on the account unless `userType` is
 *   given
 * @throws AppError no_such_user, too_many_requests
 */
export async function resendWelcome(
  services: Services,
  asked: { email: string; userType?: 'student' | 'instructor' | undefined },
): Promise<{ userId: string }> {
  const { id, fullName, userType } = profiles
  const [person] = await services.db
    .select({ id, fullName, userType })
    .from(profiles)
    .where(and(eq(sql`lower(${profiles.email})`, asked.email.toLowerCase()), isNull(profiles.closedAt)))
  if (!person) throw new AppError('not_found', 'no_such_user', 'User not found with that email address')
  await services.rateLimits.count('welcome-again', person.id, WELCOMES_PER_PERSON)
  await sendWelcome(
    services,
    {
      userId: person.id,
      fullName: person.fullName,
      wantsToCoach: (asked.userType ?? person.userType) === 'instructor',
    },
    `welcome-again:${uuidV4()}:${person.id}`,
  )
  return { userId: person.id }
}

/** `+17045550150` for a possible US number or one with a country code; otherwise the input unchanged. */
export function normalisePhone(typed: string): string {
  const parsed = parsePhoneNumber(typed, 'US')
  return parsed?.isPossible() ? parsed.number : typed
}
