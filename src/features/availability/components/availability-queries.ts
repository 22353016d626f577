import type { Drive } from '../availability.ts'
import { availabilityClient } from '../client.ts'
import type { BookingRules } from '../own-hours/schema.ts'
import type { Week } from '../week.ts'

/** The coach's unsaved changes. */
export interface AvailabilityDraft {
  week?: Week | undefined
  rules?: BookingRules | undefined
  drives?: Drive[] | undefined
}

/** A coach's own hours and rules. */
export const settingsQuery = availabilityClient.settings.queryOptions({ staleTime: 0 })
