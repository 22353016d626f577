import { clientFor } from '#platform/api-client.ts'
import type { supportApi } from './api.ts'

export const supportClient = clientFor<typeof supportApi>('support')
