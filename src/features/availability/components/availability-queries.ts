import { availabilityClient } from '../client.ts'

/** A coach's own hours and rules. */
export const settingsQuery = availabilityClient.settings.queryOptions({ staleTime: 0 })
