import { clientFor } from '#platform/api-client.ts'
import type { ownProfileApi } from './api.ts'

export const ownProfileClient = clientFor<typeof ownProfileApi>('ownProfile')
