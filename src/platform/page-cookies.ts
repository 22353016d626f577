import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'

/** The cookies that came with the page being rendered, as one header; in the browser those that scripts may read. */
export const pageCookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)
