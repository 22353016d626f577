import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

/** The coach's own: asked for by coaches only. */
export const modelSwingsQuery = clipsClient.modelSwings.queryOptions({ staleTime: 15_000 })

export const clipPartnersQuery = clipsClient.partners.queryOptions({ staleTime: 15_000 })

/** What was said of two people's clips last, and when. */
const said = new Map<string, { shown: unknown; at: number }>()

/**
 * Says that somebody has clips in front of them, whenever what is shown changes or the window is looked at again: what was seen is
 * told no more.
 * @param shown changes with what is shown; null while nothing is
 */
export function useClipsSeen({ instructorId, studentId }: Pair, shown: unknown): void {
  useEffect(() => {
    if (shown === null || shown === undefined) return
    const say = () => {
      if (document.visibilityState !== 'visible') return
      // Of several lists of the same clips one says so.
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
