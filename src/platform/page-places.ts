import { createIsomorphicFn } from '@tanstack/react-start'
import { serverRequest } from './server-request.ts'

/** Whose data says where places lie; undefined where it is a table of ours. The document carries it to the browser. */
export const placesBy = createIsomorphicFn()
  .server((): string | undefined => serverRequest.getStore()?.placesBy)
  .client((): string | undefined => document.documentElement.dataset.placesBy)
