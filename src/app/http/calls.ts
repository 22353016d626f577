import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import { api } from '#app/api.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import { PROBLEM_JSON, toProblem } from './problem.ts'

type CallContext = RequestContext<Services>

/**
 * Answers calls of procedures at `/api/v1/*` (for programs that others write), `/api/*` (REST) and `/rpc/*` (our own pages);
 * null where no procedure has the address.
 */
export function procedureHandlers() {
  const v1 = new OpenAPIHandler<CallContext>(
    { v1: api.v1 },
    { customErrorResponseBodyEncoder: (error) => toProblem(error) },
  )
  const rest = new OpenAPIHandler<CallContext>(api)
  const rpc = new RPCHandler<CallContext>(api)
  return {
    v1: async (context: CallContext) => {
      const { response } = await v1.handle(context.request, { prefix: '/api', context })
      if (response && response.status >= 400) response.headers.set('content-type', PROBLEM_JSON)
      return withAnswerHeaders(context, response)
    },
    rest: async (context: CallContext) =>
      withAnswerHeaders(context, (await rest.handle(context.request, { prefix: '/api', context })).response),
    rpc: async (context: CallContext) =>
      withAnswerHeaders(context, (await rpc.handle(context.request, { prefix: '/rpc', context })).response),
  }
}

/** The answer with what its procedure added, such as a session cookie. */
function withAnswerHeaders({ answerHeaders }: CallContext, response: Response | undefined): Response | null {
  for (const [name, value] of answerHeaders) response?.headers.append(name, value)
  return response ?? null
}
