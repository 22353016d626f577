import { randomUUID } from 'node:crypto'
import { signedCookie } from '#platform/cookies.ts'
import type { Services } from '#ports/services.ts'

/** The quiz session of a browser: a signed cookie that contains no secret and no personal data. It lasts for half a year. */
const quizCookie = ({ env }: Pick<Services, 'env'>) =>
  signedCookie(env, { name: 'greenside_match', purpose: 'match quiz', seconds: 180 * 86_400 })

/** The session in the cookie; null if there is none or its signature is invalid. */
export const readQuizSession = (services: Pick<Services, 'env'>, headers: Headers): string | null =>
  quizCookie(services).read(headers)

/** Like `readQuizSession`, but creates a session for a browser without one. */
export const openQuizSession = (services: Pick<Services, 'env'>, request: Headers, answer: Headers): string =>
  quizCookie(services).read(request) ?? quizCookie(services).set(answer, randomUUID())
