import type { QueryClient } from '@tanstack/react-query'
import { availabilityClient } from '#features/availability/client.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { membersClient } from '#features/members/client.ts'
import { ownProfileClient } from '../client.ts'

/** Invalidates all queries that show a coach's profile, also the portrait and the place above the menu. */
export const refreshProfile = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ownProfileClient.key() }),
    queryClient.invalidateQueries({ queryKey: coachesClient.profile.key() }),
    queryClient.invalidateQueries({ queryKey: availabilityClient.key() }),
    queryClient.invalidateQueries({ queryKey: membersClient.summary.key() }),
  ])
