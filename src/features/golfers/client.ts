import { clientFor } from '#platform/api-client.ts'
import type { golfersApi } from './api.ts'

export const golfersClient = clientFor<typeof golfersApi>('golfers')
