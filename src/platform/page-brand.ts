import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/**
 * The operator's dark brand color, for the browser's toolbar; undefined with the product's own colors. The document passes it to the
 * browser.
 */
export const pageBrand = createIsomorphicFn()
  .server((): string | undefined => serverRequest.getStore()?.brand)
  .client((): string | undefined => document.documentElement.dataset.brand)
