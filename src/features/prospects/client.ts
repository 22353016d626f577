import { clientFor } from '#platform/api-client.ts'
import type { prospectsApi } from './api.ts'

export const prospectsClient = clientFor<typeof prospectsApi>('prospects')
