import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { movePushToSession } from '#features/notifications/push-subscriptions.ts'
import { readOwnZone } from '#features/notifications/quiet-hours-setting.ts'
import type { Actor } from '#platform/actor.ts'
import type { OpenedSession } from '#platform/auth.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { drawQrCode } from '#platform/qr-code.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { lockAccount, signInIfUnchanged, signOutOfAll } from '../access.ts'
import { readAccessVersion } from '../access-version.ts'
import { knownDevice } from '../devices/commands.ts'
import { accountNewsKind, secondFactorOff, secondFactorOn } from '../letters.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { twoFactorCodesUsed } from '../tables.ts'
import { hasSecondFactor, readSecondFactor } from './queries.ts'
import { removeSecondFactor } from './removal.ts'
import type {
  answerSecondFactorSchema,
  confirmSecondFactorSchema,
  NewSecondFactor,
  ownSecondFactorSchema,
} from './schema.ts'

const OWN_TRIES = { points: 10, seconds: 15 * 60 }
const STRANGERS_TRIES = { points: 10, seconds: 60 * 60 }
const DEVICE_TRIES = { points: 20, seconds: 15 * 60 }
/**
 * Codes are valid for a minute and a half. Used codes are kept only a little longer, because the same six
 * digits can recur.
 */
const CODE_REMEMBERED_MS = 5 * 60_000

/**
 * Creates a secret for an authenticator app and backup codes. It is not enabled until confirmed with a first
 * code.
 * @param userId of the session, even for an admin who has no permissions before this is set up
 * @throws AppError second_factor_on, wrong_password, no_password, too_many_requests
 */
export async function startSecondFactor(
  services: Services,
  userId: string,
  input: { password: string },
  from: { headers: Headers },
): Promise<NewSecondFactor> {
  await confirmPassword(services, userId, input.password)
  if (await hasSecondFactor(services.db, userId))
    throw new AppError('conflict', 'second_factor_on', 'Two-step sign-in is on already.')
  const { uri, backupCodes } = await services.sessions.secondFactor.begin(input.password, from.headers)
  return { uri, qr: drawQrCode(uri), backupCodes }
}

/**
 * Enables it with a first code, and notifies the owner. All other sessions end: they were opened without a second
 * step, and would have an admin's permissions from now on.
 * @throws AppError wrong_code, second_factor_on, too_many_requests
 */
export async function confirmSecondFactor(
  services: Services,
  userId: string,
  input: z.output<typeof confirmSecondFactorSchema>,
  from: { headers: Headers },
): Promise<OpenedSession> {
  await services.rateLimits.count('own-second-factor', userId, OWN_TRIES)
  if (await hasSecondFactor(services.db, userId))
    throw new AppError('conflict', 'second_factor_on', 'Two-step sign-in is on already.')
  const beforeId = await services.sessions.findSessionId(from.headers)
  const opened = await once(services, userId, input.code, () =>
    services.sessions.secondFactor.confirm(input.code, from.headers),
  )
  const sessionId = await services.sessions.findOpenedId(opened.headers)
  await services.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    if (beforeId && sessionId) await movePushToSession(tx, beforeId, sessionId)
    await signOutOfAll(tx, userId, services.clock.now(), sessionId, input.ownPushEndpoint)
    await tellOwner(services, tx, userId, secondFactorOn)
  })
  services.sessions.forget(userId)
  return opened
}

/**
 * The second step of a sign-in. Strangers who know the password have ten attempts per hour; known browsers of
 * the owner have their own limit, so strangers cannot lock the owner out.
 * @throws AppError wrong_code, sign_in_again, too_many_requests
 */
export async function answerSecondFactor(
  services: Services,
  answer: z.output<typeof answerSecondFactorSchema>,
  from: { headers: Headers },
): Promise<OpenedSession> {
  const { secondFactor } = services.sessions
  const userId = await secondFactor.whoIsAsked(from.headers)
  const version = userId && (await readAccessVersion(services.db, userId))
  if (!userId || !version)
    throw new AppError(
      'not_signed_in',
      'sign_in_again',
      'Too many tries, or you waited too long. Please sign in again.',
    )
  const access = { userId, version }
  const device = knownDevice(services, access, from.headers)
  if (device) await services.rateLimits.count('second-factor-device', device, DEVICE_TRIES)
  else await services.rateLimits.count('second-factor-account', userId, STRANGERS_TRIES)
  return await signInIfUnchanged(services, access, () =>
    once(services, userId, answer.code, () => secondFactor.answer(answer, from.headers)),
  )
}

/**
 * Disables it and notifies the owner. Trusted devices are forgotten.
 * @returns headers with this browser's new cookie
 * @throws AppError second_factor_required for admins who must have one, wrong_password, wrong_code,
 *   too_many_requests
 */
export async function endSecondFactor(
  services: Services,
  actor: Actor,
  input: z.output<typeof ownSecondFactorSchema>,
  from: { headers: Headers },
): Promise<Headers> {
  const { isRequired } = await readSecondFactor(services, actor)
  if (isRequired)
    throw new AppError(
      'not_allowed',
      'second_factor_required',
      'Admins sign in in two steps: it cannot be turned off.',
    )
  await confirmOwner(services, actor.userId, input, from.headers)
  const beforeId = await services.sessions.findSessionId(from.headers)
  const headers = await services.sessions.secondFactor.end(input.password, from.headers)
  const sessionId = await services.sessions.findOpenedId(headers)
  if (beforeId && sessionId) await movePushToSession(services.db, beforeId, sessionId)
  await removeSecondFactor(services.db, actor.userId)
  await tellOwner(services, services.db, actor.userId, secondFactorOff)
  services.sessions.forget(actor.userId)
  return headers
}

/**
 * Creates ten new backup codes and invalidates the previous ones.
 * @throws AppError as {@link endSecondFactor}
 */
export async function renewBackupCodes(
  services: Services,
  actor: Actor,
  input: z.output<typeof ownSecondFactorSchema>,
  from: { headers: Headers },
): Promise<string[]> {
  await confirmOwner(services, actor.userId, input, from.headers)
  return await services.sessions.secondFactor.renewBackupCodes(input.password, from.headers)
}

async function confirmOwner(
  services: Services,
  userId: string,
  input: z.output<typeof ownSecondFactorSchema>,
  headers: Headers,
) {
  await services.rateLimits.count('own-second-factor', userId, OWN_TRIES)
  await confirmPassword(services, userId, input.password)
  await once(services, userId, input.code, () => services.sessions.secondFactor.check(input.code, headers))
}

/** Ensures that a code is used only once while it is valid, so that it cannot be reused by an observer. */
async function once<T>(services: Services, userId: string, code: string, use: () => Promise<T>): Promise<T> {
  const now = services.clock.now()
  const usedAt = new Date(now)
  const taken = await services.db
    .insert(twoFactorCodesUsed)
    .values({ userId, code, usedAt })
    .onConflictDoUpdate({
      target: [twoFactorCodesUsed.userId, twoFactorCodesUsed.code],
      set: { usedAt },
      setWhere: lt(twoFactorCodesUsed.usedAt, new Date(now - CODE_REMEMBERED_MS)),
    })
    .returning({ code: twoFactorCodesUsed.code })
  if (taken.length === 0)
    throw new AppError(
      'not_allowed',
      'wrong_code',
      'That code was used already. Please wait for the next one.',
    )
  try {
    return await use()
  } catch (error) {
    await services.db
      .delete(twoFactorCodesUsed)
      .where(and(eq(twoFactorCodesUsed.userId, userId), eq(twoFactorCodesUsed.code, code)))
    throw error
  }
}

async function tellOwner(services: Services, db: Queryable, userId: string, template: typeof secondFactorOn) {
  const owner = await services.answers.contact(db, userId)
  await sendLetter(services, db, {
    key: `${template.key}:${randomUUID()}`,
    kind: accountNewsKind,
    userId,
    letter: fillIn(template, {
      full_name: owner?.fullName ?? '',
      changed_at: formatMoment(services.clock.now(), await readOwnZone(services, db, userId)),
      reset_page_url: `${services.env.appUrl}/reset-password`,
    }),
  })
}
