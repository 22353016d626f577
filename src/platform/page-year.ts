import { createIsomorphicFn } from '@tanstack/react-start'
import { systemClock } from './clock.ts'
import { serverRequest } from './server-request.ts'
import { dateIn, OFFICE_ZONE } from './time.ts'

/** The year in New York. Around New Year a page that was kept says another one than the browser would. */
export const pageYear = createIsomorphicFn()
  .server(() => yearOf(serverRequest.getStore()?.now ?? systemClock.now()))
  .client(() => yearOf(systemClock.now()))

const yearOf = (now: number) => dateIn(now, OFFICE_ZONE).slice(0, 4)
