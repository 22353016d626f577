import { randomUUID } from 'node:crypto'
import { signedCookie } from '#platform/cookies.ts'
import type { Services } from '#ports/services.ts'

/** The quiz session of a browser: a signed cookie that contains no secret and no personal data. It lasts for half a year. */
const quizCookie = ({ env }: Pick<Services, 'env'>) =>
  signedCookie(env, { name: 'greenside_match', purpose: 'match quiz', seconds: 180 * 86_400 })

/** Reads the session from the cookie, or creates one for a browser without a valid cookie. */
export const openQuizSession = (services: Pick<Services, 'env'>, request: Headers, answer: Headers): string =>
  quizCookie(services).read(request) ?? quizCookie(services).set(answer, randomUUID())
