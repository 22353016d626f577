import { clientFor } from '#platform/api-client.ts'
import type { proposalsApi } from './api.ts'

export const proposalsClient = clientFor<typeof proposalsApi>('proposals')
