import { AsyncLocalStorage } from 'node:async_hooks'

export interface ServerRequest {
  /** Calls a procedure as the person whose request is being answered. */
  call(path: readonly string[], input: unknown): Promise<unknown>
  /** The content security policy's nonce of this answer. */
  nonce: string
  /** The product's public address without a slash at its end: `https://greenside.example`. */
  origin: string
}

/** The request that the server is answering, while it renders. */
export const serverRequest = new AsyncLocalStorage<ServerRequest>()

export async function callInMemory(path: readonly string[], input: unknown): Promise<unknown> {
  const request = serverRequest.getStore()
  if (!request) throw new Error('this call needs a request to be rendered')
  return await request.call(path, input)
}
