import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#platform/use-live.ts'
import { clipsClient } from '../client.ts'
import type { Pair } from '../schema.ts'

export const clipQuery = (clipId: string) =>
  clipsClient.get.queryOptions({ input: { clipId }, staleTime: 15_000 })

export const clipListQuery = (pair: Pair & { bookingId?: string | undefined }) =>
  clipsClient.list.queryOptions({
    input: {
      instructorId: pair.instructorId,
      studentId: pair.studentId,
      ...(pair.bookingId ? { bookingId: pair.bookingId } : {}),
    },
    staleTime: 15_000,
  })

export const clipPartnersQuery = clipsClient.partners.queryOptions({ staleTime: 15_000 })

/** Asks for a clip again whenever something on it changes. */
export function useLiveClip(clipId: string): void {
  const queryClient = useQueryClient()
  useLive(
    [`clip:${clipId}`],
    () => void queryClient.invalidateQueries({ queryKey: clipQuery(clipId).queryKey }),
  )
}

/** Asks for lists of clips again whenever one of somebody's changes. */
export function useLiveClips(userId: string): void {
  const queryClient = useQueryClient()
  useLive([`clips:${userId}`], () => {
    void queryClient.invalidateQueries({ queryKey: clipsClient.list.key() })
    void queryClient.invalidateQueries({ queryKey: clipsClient.partners.key() })
  })
}
