import { coachesClient } from '#features/coaches/client.ts'
import { ownProfileClient } from '../client.ts'

/** A coach's own profile, as it is kept. */
export const ownProfileQuery = ownProfileClient.profile.queryOptions({ staleTime: 0, retry: false })

/** The same as the public page shows it. */
export const publicProfileQuery = (instructorId: string) =>
  coachesClient.profile.queryOptions({ input: { instructorId }, staleTime: 0 })
