import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import type { OpenedSession } from '#platform/auth.ts'
import { AppError } from '#platform/errors.ts'
import type { PasskeyChallenge } from '#platform/passkeys.ts'
import type { Services } from '#ports/services.ts'
import { lockAccount, signInIfUnchanged } from '../access.ts'
import { readAccessVersion } from '../access-version.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { mustHaveSecondFactor } from '../second-factors/policy.ts'
import { hasSecondFactor } from '../second-factors/queries.ts'
import { passkeys, profiles, sessions } from '../tables.ts'
import { notifyOfMethod, requireOtherMethod, requireProvenAddress } from './commands.ts'
import type { addPasskeySchema, signInAnswerSchema } from './passkey-schema.ts'
import { hasPasskey } from './queries.ts'

const CHALLENGES_PER_ADDRESS = { points: 240, seconds: 15 * 60 }
const TRIES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }
const MOST_PASSKEYS = 20

const noSuchPasskey = () => new AppError('not_found', 'no_such_passkey', 'This passkey is removed already.')

/**
 * Begins to add a passkey to the account of the signed-in user, who has confirmed the account's address.
 * @throws AppError address_not_confirmed, too_many_passkeys, wrong_password, no_password, too_many_requests
 */
export async function startPasskey(
  services: Services,
  userId: string,
  input: { password: string },
  from: { headers: Headers },
): Promise<PasskeyChallenge> {
  await requireProvenAddress(services.db, userId)
  await confirmPassword(services, userId, input.password)
  const [counted] = await services.db
    .select({ many: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  if ((counted?.many ?? 0) >= MOST_PASSKEYS)
    throw new AppError(
      'conflict',
      'too_many_passkeys',
      `You have ${MOST_PASSKEYS} passkeys. Remove one that you don’t use first.`,
    )
  return await services.sessions.passkeys.beginAdding(from.headers)
}

/**
 * Adds a passkey with the answer of the device, and notifies the owner. The password is checked again: it may have
 * been changed since {@link startPasskey}.
 * @throws AppError passkey_not_accepted, or as {@link startPasskey}
 */
export async function addPasskey(
  services: Services,
  userId: string,
  { password, name, answer }: z.output<typeof addPasskeySchema>,
  from: { headers: Headers },
): Promise<void> {
  const version = await readAccessVersion(services.db, userId)
  await requireProvenAddress(services.db, userId)
  await confirmPassword(services, userId, password)
  const passkeyId = await services.sessions.passkeys.add({ answer, name }, from.headers)
  const isKept = await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (account && (await readAccessVersion(tx, userId)) === version) {
      await notifyOfMethod(services, tx, account, 'added', named(name))
      return true
    }
    await tx.delete(passkeys).where(eq(passkeys.id, passkeyId))
    return false
  })
  if (!isKept)
    throw new AppError(
      'not_signed_in',
      'sign_in_again',
      'Your account was changed a moment ago. Please sign in again.',
    )
}

const named = (name: string) => `the passkey “${name}”`

/** @throws AppError no_such_passkey, also for another user's */
export async function renamePasskey(
  services: Services,
  userId: string,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<void> {
  const renamed = await services.db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw noSuchPasskey()
}

/**
 * Removes a passkey and notifies the owner.
 * @throws AppError no_such_passkey, last_sign_in_method; second_factor_required for the only second step of an admin
 */
export async function removePasskey(services: Services, actor: Actor, passkeyId: string): Promise<void> {
  const { userId } = actor
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name })
    if (!account || !removed) throw noSuchPasskey()
    await requireOtherMethod(tx, userId)
    const keepsSecondStep = (await hasPasskey(tx, userId)) || (await hasSecondFactor(tx, userId))
    if (mustHaveSecondFactor(actor, services.env) && !keepsSecondStep)
      throw new AppError(
        'not_allowed',
        'second_factor_required',
        'Admins sign in in two steps. Set up two-step sign-in with an app, or add another passkey, first.',
      )
    await notifyOfMethod(services, tx, account, 'removed', named(removed.name))
  })
}

/** Begins to sign in with a passkey. @throws AppError too_many_requests */
export async function startPasskeySignIn(
  services: Services,
  from: { headers: Headers; ip: string },
): Promise<PasskeyChallenge> {
  await services.rateLimits.count('passkey-challenge', from.ip, CHALLENGES_PER_ADDRESS)
  return await services.sessions.passkeys.beginSignIn(from.headers)
}

/**
 * Signs in with a passkey. It counts as two steps, so no code is asked for: the device is one, and the finger, face
 * or PIN that unlocks it is the other.
 * @throws AppError passkey_not_accepted, sign_in_again, too_many_requests
 */
export async function signInByPasskey(
  services: Services,
  answer: z.output<typeof signInAnswerSchema>,
  from: { headers: Headers; ip: string },
): Promise<OpenedSession> {
  await services.rateLimits.count('passkey-sign-in', from.ip, TRIES_PER_ADDRESS)
  const { db, clock } = services
  const [access] = await db
    .select({ userId: profiles.id, version: profiles.accessVersion })
    .from(passkeys)
    .innerJoin(profiles, eq(profiles.id, passkeys.userId))
    .where(eq(passkeys.credentialID, answer.id))
  return await signInIfUnchanged(services, access ?? null, async () => {
    const opened = await services.sessions.passkeys.signIn(answer, from.headers)
    await db.update(sessions).set({ isTwoStep: true }).where(eq(sessions.id, opened.sessionId))
    await db.update(passkeys).set({ lastUsedAt: clock.now() }).where(eq(passkeys.credentialID, answer.id))
    return opened
  })
}
