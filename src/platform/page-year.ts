import { createIsomorphicFn } from '@tanstack/react-start'
import { systemClock } from './clock.ts'
import { serverRequest } from './server-request.ts'
import { dateIn, OFFICE_ZONE } from './time.ts'

/**
 * The current year in New York. Around New Year a cached page may show a different year than the browser
 * computes.
 */
export const pageYear = createIsomorphicFn()
  .server(() => yearOf(serverRequest.getStore()?.now ?? systemClock.now()))
  .client(() => yearOf(systemClock.now()))

const yearOf = (now: number) => dateIn(now, OFFICE_ZONE).slice(0, 4)
