import { coachesClient } from '#features/coaches/client.ts'
import { ownProfileClient } from '../client.ts'

/** A coach's own profile as saved. */
export const ownProfileQuery = ownProfileClient.profile.queryOptions({ staleTime: 0, retry: false })

/** The profile as shown on the public page. */
export const publicProfileQuery = (instructorId: string) =>
  coachesClient.profile.queryOptions({ input: { instructorId }, staleTime: 0 })
