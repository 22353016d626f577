import type { QueryClient } from '@tanstack/react-query'
import { availabilityClient } from '#features/availability/client.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { ownProfileClient } from '../client.ts'

/** Invalidates all queries that show a coach's profile. */
export const refreshProfile = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ownProfileClient.key() }),
    queryClient.invalidateQueries({ queryKey: coachesClient.profile.key() }),
    queryClient.invalidateQueries({ queryKey: availabilityClient.key() }),
  ])
