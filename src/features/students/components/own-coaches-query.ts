import { studentsClient } from '../client.ts'

/** A student's coaches. */
export const ownCoachesQuery = studentsClient.coaches.queryOptions({ staleTime: 0 })
