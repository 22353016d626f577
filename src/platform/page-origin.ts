import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/** The product's public URL without a trailing slash, for links that external sites and programs follow. */
export const pageOrigin = createIsomorphicFn()
  .server(() => serverRequest.getStore()?.origin ?? '')
  .client(() => window.location.origin)
