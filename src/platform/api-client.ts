import { createORPCClient } from '@orpc/client'
import type { AnyRouter, RouterClient } from '@orpc/server'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { rpcLink } from './rpc-link.ts'
import { inMemoryLink } from './server-request.ts'

/** Calls procedures in memory during server rendering and over HTTP in the browser. */
const openLink = createIsomorphicFn()
  .server(() => inMemoryLink)
  .client(() => rpcLink(() => window.location.origin))
const link = openLink()

/**
 * Creates the typed client of one feature's procedures, with TanStack Query options for each.
 * @param name the feature's key in the API
 */
export function clientFor<R extends AnyRouter>(name: string) {
  const client: RouterClient<R> = createORPCClient(link, { path: [name] })
  return createTanstackQueryUtils(client, { path: [name] })
}
