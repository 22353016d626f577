import { clientFor } from '#platform/api-client.ts'
import type { studentsApi } from './api.ts'

export const studentsClient = clientFor<typeof studentsApi>('students')
