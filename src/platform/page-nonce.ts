import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/** The nonce that scripts of the page being rendered must carry; in the browser, the one the page came with. */
export const pageNonce = createIsomorphicFn()
  .server(() => serverRequest.getStore()?.nonce)
  .client(() => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce)
