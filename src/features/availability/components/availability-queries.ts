import { availabilityClient } from '../client.ts'
import type { BookingRules } from '../own-hours/schema.ts'
import type { Week } from '../week.ts'

/** What a coach has changed and not saved yet. */
export interface Draft {
  week?: Week | undefined
  rules?: BookingRules | undefined
}

/** A coach's own hours and rules. */
export const settingsQuery = availabilityClient.settings.queryOptions({ staleTime: 0 })
