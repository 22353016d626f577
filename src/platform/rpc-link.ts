import { type ClientContext, type ClientLink, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'

/**
 * Calls procedures over HTTP. It throws ORPCError for an answer of the API that refuses, and another error when there is no answer.
 * @param origin where the API is: `https://greenside.test`
 */
export function rpcLink(origin: () => string, send?: typeof fetch): ClientLink<ClientContext> {
  return new RPCLink({
    url: () => `${origin()}/rpc`,
    ...(send ? { fetch: (request, init) => send(request, init) } : {}),
    interceptors: [
      onError((error) => {
        if (error instanceof ORPCError && isForeign(error))
          throw new Error(`the API answered ${error.status}`, { cause: error })
      }),
    ],
  })
}

/** True for an answer that is not the API's own, such as a proxy's; the library hands it over whole. */
function isForeign({ data }: ORPCError<string, unknown>): boolean {
  return typeof data === 'object' && data !== null && 'headers' in data && 'body' in data
}
