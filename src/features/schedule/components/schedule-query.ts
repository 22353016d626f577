import { scheduleClient } from '../client.ts'
import type { ScheduleView } from '../schedule.ts'

/** The entries in a view of the calendar. */
export const scheduleQuery = (request: {
  view: ScheduleView
  date?: string | undefined
  placeId?: string | undefined
}) => scheduleClient.read.queryOptions({ input: request, staleTime: 0 })
