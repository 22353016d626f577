import parsePhoneNumber from 'libphonenumber-js/min'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import { uuidFrom } from '#platform/ids.ts'
import type { Services } from '#ports/services.ts'
import type { SignUpInput } from './schema.ts'

const TRIES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }
const TRIES_PER_ACCOUNT = { points: 20, seconds: 15 * 60 }
const SIGN_UPS_PER_ADDRESS = { points: 20, seconds: 60 * 60 }

/**
 * Makes a student's account and signs it in. No input can make anything but a student (U28).
 * @returns the new user's id and the headers that carry the session cookie
 * @throws AppError already_registered, too_many_requests
 */
export async function signUp(services: Services, input: SignUpInput, from: { headers: Headers; ip: string }) {
  await services.rateLimits.count('sign-up', from.ip, SIGN_UPS_PER_ADDRESS)
  const made = await services.sessions.signUp(
    {
      fullName: input.name,
      email: input.email.toLowerCase(),
      phone: normalisePhone(input.phone),
      password: input.password,
    },
    from.headers,
  )
  // The welcome is a courtesy: an account without it is still an account.
  await services.jobs
    .send(
      services.db,
      sendTemplatedEmail,
      {
        key: `welcome:${made.userId}`,
        template: 'welcome',
        userId: made.userId,
        variables: { full_name: input.name },
      },
      { id: uuidFrom(`welcome:${made.userId}`) },
    )
    .catch((error) => services.log.warn({ err: error }, 'welcome email not enqueued'))
  return made
}

/** Signs someone in. @throws AppError wrong_credentials, too_many_requests */
export async function signIn(
  services: Services,
  input: { email: string; password: string },
  from: { headers: Headers; ip: string },
) {
  await services.rateLimits.count('sign-in-address', from.ip, TRIES_PER_ADDRESS)
  await services.rateLimits.count('sign-in-account', input.email.toLowerCase(), TRIES_PER_ACCOUNT)
  return await services.sessions.signIn(
    { email: input.email.toLowerCase(), password: input.password },
    from.headers,
  )
}

/** `+17045550150` for a number that is one in the United States or says its country; else as it was typed. */
function normalisePhone(typed: string): string {
  const parsed = parsePhoneNumber(typed, 'US')
  return parsed?.isPossible() ? parsed.number : typed
}
