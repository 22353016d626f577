import { clientFor } from '#platform/api-client.ts'
import type { waitlistApi } from './api.ts'

export const waitlistClient = clientFor<typeof waitlistApi>('waitlist')
