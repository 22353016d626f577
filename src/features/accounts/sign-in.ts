import type { AwaitsCode, OpenedSession } from '#platform/auth.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { steadyAccess } from './access.ts'
import { findAccess } from './access-version.ts'
import { bringsDevice, knownDevice } from './devices/commands.ts'

const TRIES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }
const TRIES_PER_ACCOUNT = { points: 20, seconds: 15 * 60 }
const TRIES_PER_DEVICE = { points: 20, seconds: 15 * 60 }

/**
 * Signs someone in. An account has so many tries, from wherever they come; the browsers its owner used before have their
 * own, so nobody can lock the owner out by guessing. An address has so many tries of either sort.
 * @returns where a second factor is on, no session yet but what remembers whose code is waited for
 * @throws AppError wrong_credentials, too_many_requests
 */
export async function signIn(
  services: Services,
  input: { email: string; password: string },
  from: { headers: Headers; ip: string },
): Promise<OpenedSession | AwaitsCode> {
  const email = input.email.toLowerCase()
  // Strangers who try and try again are counted in memory; they must not cost the database anything.
  const device = bringsDevice(services, from.headers)
    ? knownDevice(services, await findAccess(services.db, email), from.headers)
    : null
  if (device) {
    await services.rateLimits.count('sign-in-known-address', from.ip, TRIES_PER_ADDRESS)
    await services.rateLimits.count('sign-in-device', device, TRIES_PER_DEVICE)
  } else {
    const { rateLimits } = services
    await rateLimits.count('sign-in-address', from.ip, TRIES_PER_ADDRESS).catch(pointToLink)
    await rateLimits.count('sign-in-account', email, TRIES_PER_ACCOUNT).catch(pointToLink)
  }
  return await steadyAccess(services, await findAccess(services.db, email), () =>
    services.sessions.signIn({ email, password: input.password }, from.headers),
  )
}

/** Whoever guessed at the account kept its owner out of this browser, too; a mailed link lets the owner in at once. */
function pointToLink(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'too_many') throw error
  const advice = 'Or use “Email me a sign-in link” below: it works right away.'
  throw new AppError(error.code, error.reason, `${error.userMessage} ${advice}`, { cause: error })
}
