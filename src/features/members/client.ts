import { clientFor } from '#platform/api-client.ts'
import type { membersApi } from './api.ts'

export const membersClient = clientFor<typeof membersApi>('members')
