import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientContext, ClientLink, NestedClient } from '@orpc/client'

export interface ServerRequest {
  /** The procedures, called in memory as the user whose request is being processed. */
  api: NestedClient<Record<never, never>>
  /** The nonce of this response's content security policy. */
  nonce: string
  /** The product's public URL without a trailing slash: `https://greenside.test`. */
  origin: string
  /** Milliseconds since 1970, UTC. */
  now: number
  /** See `pageBrand`. */
  brand?: string | undefined
  /** The attribution that must be shown next to geocoded locations. */
  placesBy?: PlacesBy | undefined
}

export type PlacesBy = 'openstreetmap'

/** The request that is being rendered on the server. */
export const serverRequest = new AsyncLocalStorage<ServerRequest>()

/** Calls procedures in memory, as the user who requested the page. */
export const inMemoryLink: ClientLink<ClientContext> = {
  async call(path, input) {
    const request = serverRequest.getStore()
    if (!request) throw new Error('this call needs a request to be rendered')
    let client: NestedClient<Record<never, never>> | undefined = request.api
    for (const name of path) client = typeof client === 'function' ? undefined : client?.[name]
    if (typeof client !== 'function') throw new Error(`there is no procedure ${path.join('.')}`)
    return await client(input)
  },
}
