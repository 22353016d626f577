import { clientFor } from '#platform/api-client.ts'
import type { tasksApi } from './api.ts'

export const tasksClient = clientFor<typeof tasksApi>('tasks')
