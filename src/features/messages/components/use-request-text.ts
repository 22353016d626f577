import { useQuery } from '@tanstack/react-query'
import { coachesClient } from '#features/coaches/client.ts'
import { type RequestedTime, requestText } from '../requested-time.ts'

/** The message that asks a coach for a time; null where none is asked for, and until the coach is known. */
export function useRequestText(coachId: string | null, request: RequestedTime): string | null {
  const { data: coach } = useQuery({
    ...coachesClient.profile.queryOptions({ input: { instructorId: coachId ?? '' } }),
    enabled: coachId !== null && request.time !== undefined,
  })
  return coach ? requestText(coach, request) : null
}
