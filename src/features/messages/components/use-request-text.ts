import { useQuery } from '@tanstack/react-query'
import { coachesClient } from '#features/coaches/client.ts'
import { type RequestedTime, requestText } from '../requested-time.ts'

/** A message that asks a coach for a time; null if no time was chosen or the coach is not loaded yet. */
export function useRequestText(coachId: string | null, request: RequestedTime): string | null {
  const { data: coach } = useQuery({
    ...coachesClient.profile.queryOptions({ input: { instructorId: coachId ?? '' } }),
    enabled: coachId !== null && request.time !== undefined,
  })
  return coach ? requestText(coach, request) : null
}
