import { bookingsClient } from '../client.ts'

/** Whether there is a calendar URL. In its own module, so that the page loader does not import the dialog. */
export const feedQuery = bookingsClient.calendarFeed.queryOptions({ staleTime: 0 })
