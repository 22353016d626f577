import type { Context } from 'hono'
import { findTokenActor } from '#features/access-tokens/queries.ts'
import { AppError } from '#platform/errors.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import { noSuchRoute, problem } from './problem.ts'
import type { RequestVariables } from './requests.ts'

type CallContext = RequestContext<Services>
type RequestOf = Context<{ Variables: RequestVariables }>

/**
 * Authenticates by access token or, without one, by session. If a token is sent, it alone determines the user: the session cookie is
 * ignored, and an invalid token is refused even for public data.
 */
export async function answerPublicApi(
  c: RequestOf,
  services: Services,
  contextOf: (c: RequestOf) => Promise<CallContext>,
  call: (context: CallContext) => Promise<Response | null>,
): Promise<Response> {
  const sent = c.req.header('authorization')
  if (sent === undefined) return withChallenge((await call(await contextOf(c))) ?? noSuchRoute(c))
  return await answerWithToken(c, services, sent, call)
}

/** Authenticates assistants by access token; without one they see public data. Sessions are ignored. */
export async function answerAssistant(
  c: RequestOf,
  services: Services,
  call: (context: CallContext) => Promise<Response>,
): Promise<Response> {
  const sent = c.req.header('authorization')
  if (sent === undefined) return await call(callContext(c, services, null))
  return await answerWithToken(c, services, sent, call)
}

const callContext = (c: RequestOf, services: Services, actor: CallContext['actor']): CallContext => ({
  services,
  actor,
  log: services.log,
  requestId: c.get('requestId'),
  ip: c.get('ip'),
  request: c.req.raw,
  answerHeaders: new Headers(),
})

async function answerWithToken(
  c: RequestOf,
  services: Services,
  sent: string,
  call: (context: CallContext) => Promise<Response | null>,
): Promise<Response> {
  try {
    const token = /^Bearer +(\S+)$/i.exec(sent)?.[1]
    const actor = token ? await findTokenActor(services, token) : null
    if (!actor)
      return withChallenge(
        problem(c, 401, 'token_not_good', 'This access token is not valid, was revoked, or has expired.'),
      )
    return (await call(callContext(c, services, actor))) ?? noSuchRoute(c)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many') throw error
    c.header('retry-after', String(error.retryAfterSeconds))
    return problem(c, 429, error.reason, 'Too many calls with this access token. Please wait a moment.')
  }
}

/** Adds a WWW-Authenticate header to 401 responses. */
function withChallenge(answer: Response): Response {
  if (answer.status === 401) answer.headers.set('www-authenticate', 'Bearer realm="Greenside"')
  return answer
}
