import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import awayPage from './away.html?raw'
import { isPublicApi, PROBLEM_JSON, problemOf } from './problem.ts'

/** What is never turned away: money that was paid, and what operators ask. */
const alwaysAnswered = /^\/(webhooks\/|healthz$|readyz$|metrics$)/
/**
 * These last as long as somebody looks, sends, or waits for their password to be hashed, which has a queue of its own; they take little
 * of the process meanwhile, and whoever tries many passwords must not turn the others away. Signing out is among them. So are the
 * files of the build, which cost less than turning somebody away.
 */
const lasting =
  /^\/(events$|uploads\/|files\/|assets\/|art\/|map\/|rpc\/accounts\/|api\/(sessions|accounts)(\/|$))/

/** When somebody who was turned away had better come back, in seconds. */
const RETRY_AFTER_SECONDS = '2'
const SORRY = 'We are very busy right now. Nothing was changed. Please try again in a moment.'

/** Which requests a process takes on. */
export interface Admission {
  /** What answers requests, but for those that are turned away. */
  guard(answer: RequestListener): RequestListener
  /** How many were turned away since the process began. */
  turnedAway(): number
}

/**
 * Answers so many requests at once and turns the others away at once, with 503: a process that takes on more than it can do answers
 * everybody late, and nobody waits for that. It looks at Node's own requests, before anything is made of them: to turn somebody away
 * must cost a small part of an answer, or the turned away alone keep the process busy.
 * @param atOnce a process's; 0 for no limit
 */
export function admitAtOnce(atOnce: number): Admission {
  let [underWay, turnedAway] = [0, 0]
  return {
    turnedAway: () => turnedAway,
    guard: (answer) => (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '/'
      if (atOnce === 0 || lasting.test(path)) return answer(request, response)
      if (underWay >= atOnce && !alwaysAnswered.test(path)) {
        turnedAway++
        return turnAway(path, request, response)
      }
      underWay++
      response.once('close', () => underWay--)
      return answer(request, response)
    },
  }
}

function turnAway(path: string, request: IncomingMessage, response: ServerResponse): void {
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
  const [type, body] = isPage
    ? ['text/html; charset=utf-8', awayPage]
    : isPublicApi(path)
      ? [PROBLEM_JSON, JSON.stringify(problemOf('busy', 503, SORRY))]
      : ['application/json', JSON.stringify({ code: 'busy', message: SORRY })]
  response.writeHead(503, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER_SECONDS,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
