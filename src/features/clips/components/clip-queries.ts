import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '#platform/use-live.ts'
import { clipsClient } from '../client.ts'
import type { ClipPair, ClipsOfGolfer } from '../schema.ts'

export const clipQuery = (clipId: string) =>
  clipsClient.get.queryOptions({ input: { clipId }, staleTime: 15_000 })

export const clipListQuery = (pair: ClipsOfGolfer & { bookingId?: string | undefined }) =>
  clipsClient.list.queryOptions({
    input: {
      instructorId: pair.instructorId,
      studentId: pair.studentId,
      golferId: pair.golferId,
      ...(pair.bookingId ? { bookingId: pair.bookingId } : {}),
    },
    staleTime: 15_000,
  })

/** The coach's model swings. Only available to coaches. */
export const modelSwingsQuery = clipsClient.modelSwings.queryOptions({ staleTime: 15_000 })

export const clipPartnersQuery = clipsClient.partners.queryOptions({ staleTime: 15_000 })

/** The last report of seen clips by coach and student, with its time. */
const said = new Map<string, { shown: unknown; at: number }>()

/**
 * Reports that the user has the clips on screen, whenever the displayed data changes or the window regains
 * focus, so that seen clips cause no notification.
 * @param shown changes with the displayed data; null while nothing is displayed
 */
export function useClipsSeen({ instructorId, studentId }: ClipPair, shown: unknown): void {
  useEffect(() => {
    if (shown === null || shown === undefined) return
    const say = () => {
      if (document.visibilityState !== 'visible') return
      // When several lists show the same clips, only one reports.
      const pair = `${instructorId} ${studentId}`
      const last = said.get(pair)
      if (last?.shown === shown && performance.now() - last.at < 5_000) return
      said.set(pair, { shown, at: performance.now() })
      void clipsClient.seen.call({ instructorId, studentId }).catch(() => undefined)
    }
    say()
    document.addEventListener('visibilitychange', say)
    return () => document.removeEventListener('visibilitychange', say)
  }, [instructorId, studentId, shown])
}

/** Reloads a clip whenever it changes. */
export function useLiveClip(clipId: string): void {
  const queryClient = useQueryClient()
  useLive(
    [`clip:${clipId}`],
    () => void queryClient.invalidateQueries({ queryKey: clipQuery(clipId).queryKey }),
  )
}

/** Reloads lists of clips whenever one of the user's clips changes. */
export function useLiveClips(userId: string): void {
  const queryClient = useQueryClient()
  useLive([`clips:${userId}`], () => {
    void queryClient.invalidateQueries({ queryKey: clipsClient.list.key() })
    void queryClient.invalidateQueries({ queryKey: clipsClient.partners.key() })
  })
}
