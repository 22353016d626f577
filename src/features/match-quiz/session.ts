import { randomUUID } from 'node:crypto'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'

/** The quiz session of a browser: a signed cookie that contains no secret and no personal data. */

const COOKIE = 'greenside_match'
const HALF_A_YEAR = 180 * 86_400

const prefixOf = ({ env }: Pick<Services, 'env'>) => (env.appUrl.startsWith('https://') ? '__Host-' : '')
const signed = ({ env }: Pick<Services, 'env'>) => signedValues(env.SESSION_SECRET, 'match quiz')

/** The session in the cookie; null if there is none or its signature is invalid. */
export function readQuizSession(services: Pick<Services, 'env'>, headers: Headers): string | null {
  const begin = `${prefixOf(services)}${COOKIE}=`
  const cookie = headers
    .get('cookie')
    ?.split('; ')
    .find((part) => part.startsWith(begin))
  return signed(services).read(cookie?.slice(begin.length))
}

/** Like `readQuizSession`, but creates a session for a browser without one. */
export function openQuizSession(services: Pick<Services, 'env'>, request: Headers, answer: Headers): string {
  const known = readQuizSession(services, request)
  if (known) return known
  const id = randomUUID()
  const prefix = prefixOf(services)
  answer.append(
    'set-cookie',
    `${prefix}${COOKIE}=${signed(services).sign(id)}; Path=/; Max-Age=${HALF_A_YEAR}; HttpOnly; SameSite=Lax${prefix ? '; Secure' : ''}`,
  )
  return id
}
