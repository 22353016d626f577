import { bookingsClient } from '../client.ts'

/** Whether there is a calendar address. In a file of its own, so that a page's loader does not bring the dialog's code along. */
export const feedQuery = bookingsClient.calendarFeed.queryOptions({ staleTime: 0 })
