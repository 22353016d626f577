import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/**
 * The nonce for inline scripts of the page being rendered. Pages from the shared cache have none, so it is
 * also undefined in the browser.
 */
export const pageNonce = createIsomorphicFn()
  .server(() => serverRequest.getStore()?.nonce)
  .client(() => undefined)
