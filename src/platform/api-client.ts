import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client'
import type { AnyRouter, RouterClient } from '@orpc/server'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { rpcOverHttp } from './rpc-link.ts'
import { callInMemory } from './server-call.ts'

const overHttp = rpcOverHttp(() => window.location.origin)

type CallOptions = Parameters<typeof overHttp>[2]

/** The same calls everywhere: in memory while a page is rendered on the server, over HTTP in the browser. */
const call = createIsomorphicFn()
  .server((path: readonly string[], input: unknown, _options: CallOptions) => callInMemory(path, input))
  .client((path: readonly string[], input: unknown, options: CallOptions) => overHttp(path, input, options))

const link: ClientLink<ClientContext> = {
  call: async (path, input, options) => await call(path, input, options),
}

/**
 * The typed client of one feature's procedures, with TanStack Query options for each.
 * @param name the feature's key in the API
 */
export function clientFor<R extends AnyRouter>(name: string) {
  const client: RouterClient<R> = createORPCClient(link, { path: [name] })
  return createTanstackQueryUtils(client, { path: [name] })
}
