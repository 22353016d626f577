import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/**
 * The attribution for geocoding data; undefined when our own table is used. The document passes it to the
 * browser.
 */
export const placesBy = createIsomorphicFn()
  .server((): string | undefined => serverRequest.getStore()?.placesBy)
  .client((): string | undefined => document.documentElement.dataset.placesBy)
