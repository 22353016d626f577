import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/** The nonce that inline scripts of the page being rendered carry; a page that is shared comes without, so browsers know none. */
export const pageNonce = createIsomorphicFn()
  .server(() => serverRequest.getStore()?.nonce)
  .client(() => undefined)
