import { type ClientContext, type ClientLink, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'

/**
 * Calls procedures over HTTP. Throws ORPCError for an API error, and another error when there was no
 * response.
 * @param origin the API's origin: `https://greenside.test`
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

/** True for a response that is not from the API, such as a proxy's; the library passes it on unchanged. */
function isForeign({ data }: ORPCError<string, unknown>): boolean {
  return typeof data === 'object' && data !== null && 'headers' in data && 'body' in data
}
