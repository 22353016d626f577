import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientContext, ClientLink, NestedClient } from '@orpc/client'

export interface ServerRequest {
  /** The procedures, called in memory as the person whose request is being answered. */
  api: NestedClient<Record<never, never>>
  /** The content security policy's nonce of this answer. */
  nonce: string
  /** The product's public address without a slash at its end: `https://greenside.test`. */
  origin: string
  /** Milliseconds since 1970, UTC. */
  now: number
  /** Who must be named beside what shows where places lie. */
  placesBy?: PlacesBy | undefined
}

export type PlacesBy = 'openstreetmap'

/** The request that the server is answering, while it renders. */
export const serverRequest = new AsyncLocalStorage<ServerRequest>()

/** Calls procedures in memory, as whoever asks for the page that is being rendered. */
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
