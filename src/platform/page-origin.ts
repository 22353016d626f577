import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/** The product's public address without a slash at its end, for links that other sites and programs follow. */
export const pageOrigin = createIsomorphicFn()
  .server(() => serverRequest.getStore()?.origin ?? '')
  .client(() => window.location.origin)
