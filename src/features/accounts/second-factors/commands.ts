import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { readOwnZone } from '#features/notifications/quiet-hours-setting.ts'
import type { Actor } from '#platform/actor.ts'
import type { OpenedSession } from '#platform/auth.ts'
import { AppError } from '#platform/errors.ts'
import { drawQrCode } from '#platform/qr-code.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { steadyAccess } from '../access.ts'
import { readAccessVersion } from '../access-version.ts'
import { knownDevice } from '../devices/commands.ts'
import { accountNewsKind, secondFactorOff, secondFactorOn } from '../letters.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { twoFactorCodesUsed } from '../tables.ts'
import { hasSecondFactor, readSecondFactor } from './queries.ts'
import { removeSecondFactor } from './removal.ts'
import type { answerSecondFactorSchema, NewSecondFactor, ownSecondFactorSchema } from './schema.ts'

const OWN_TRIES = { points: 10, seconds: 15 * 60 }
const STRANGERS_TRIES = { points: 10, seconds: 60 * 60 }
const DEVICE_TRIES = { points: 20, seconds: 15 * 60 }
/** Codes are good for a minute and a half; a year later the same six digits may come again. */
const CODE_REMEMBERED_MS = 5 * 60_000

/**
 * Makes a secret for somebody's app, and backup codes. Nothing is asked for until a first code confirms it.
 * @param userId the session's, even of an admin who may do nothing before this is set up
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

/** Turns it on with a first code, and tells the owner. @throws AppError wrong_code, second_factor_on, too_many_requests */
export async function confirmSecondFactor(
  services: Services,
  userId: string,
  code: string,
  from: { headers: Headers },
): Promise<OpenedSession> {
  await services.rateLimits.count('own-second-factor', userId, OWN_TRIES)
  if (await hasSecondFactor(services.db, userId))
    throw new AppError('conflict', 'second_factor_on', 'Two-step sign-in is on already.')
  const opened = await once(services, userId, code, () =>
    services.sessions.secondFactor.confirm(code, from.headers),
  )
  await tellOwner(services, userId, secondFactorOn)
  services.sessions.forget(userId)
  return opened
}

/**
 * The second half of a sign-in. Strangers who know the password have ten tries an hour; browsers the owner used before
 * have their own, so nobody can lock the owner out.
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
  return await steadyAccess(services, access, () =>
    once(services, userId, answer.code, () => secondFactor.answer(answer, from.headers)),
  )
}

/**
 * Turns it off, and tells the owner. Devices that were spared the question are so no longer.
 * @returns headers with this browser's new cookie
 * @throws AppError second_factor_required for admins who must have one, wrong_password, wrong_code, too_many_requests
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
  const headers = await services.sessions.secondFactor.end(input.password, from.headers)
  await removeSecondFactor(services.db, actor.userId)
  await tellOwner(services, actor.userId, secondFactorOff)
  services.sessions.forget(actor.userId)
  return headers
}

/** Ten new backup codes; those from before work no longer. @throws AppError as {@link endSecondFactor} */
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

/** A code counts once, although it is good for a minute: whoever saw it being typed cannot use it again. */
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

async function tellOwner(services: Services, userId: string, template: typeof secondFactorOn) {
  const owner = await services.answers.contact(services.db, userId)
  await sendLetter(services, services.db, {
    key: `${template.key}:${randomUUID()}`,
    kind: accountNewsKind,
    userId,
    letter: fillIn(template, {
      full_name: owner?.fullName ?? '',
      changed_at: formatMoment(services.clock.now(), await readOwnZone(services, services.db, userId)),
      reset_page_url: `${services.env.appUrl}/reset-password`,
    }),
  })
}
