import { clientFor } from '#platform/api-client.ts'
import type { bookingsApi } from './api.ts'

export const bookingsClient = clientFor<typeof bookingsApi>('bookings')
