import type { AwaitsCode, OpenedSession } from '#platform/auth.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { signInIfUnchanged } from './access.ts'
import { findAccess } from './access-version.ts'
import { bringsDevice, knownDevice } from './devices/commands.ts'

const TRIES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }
const TRIES_PER_ACCOUNT = { points: 20, seconds: 15 * 60 }
const TRIES_PER_DEVICE = { points: 20, seconds: 15 * 60 }

/**
 * Signs a user in. Attempts are limited per account across all IP addresses; known browsers of the owner have
 * their own limit, so strangers cannot lock the owner out by guessing. Attempts of either kind are also
 * limited per IP address.
 * @returns if a second factor is enabled, the pending state instead of a session
 * @throws AppError wrong_credentials, too_many_requests
 */
export async function signIn(
  services: Services,
  input: { email: string; password: string },
  from: { headers: Headers; ip: string },
): Promise<OpenedSession | AwaitsCode> {
  const email = input.email.toLowerCase()
  // Repeated attempts by strangers are counted in memory, so that they do not cause database load.
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
  return await signInIfUnchanged(services, await findAccess(services.db, email), () =>
    services.sessions.signIn({ email, password: input.password }, from.headers),
  )
}

/**
 * Attempts by strangers may have exhausted the limit of this browser as well, so the message suggests an
 * emailed link.
 */
function pointToLink(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'too_many') throw error
  const advice = 'Or use “Email me a sign-in link” below: it works right away.'
  throw new AppError(error.code, error.reason, `${error.userMessage} ${advice}`, { cause: error })
}
