import { clientFor } from '#platform/api-client.ts'
import type { workspacesApi } from './api.ts'

export const workspacesClient = clientFor<typeof workspacesApi>('workspaces')
