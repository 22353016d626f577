import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '#platform/use-live.ts'
import { clipsClient } from '../client.ts'
import { CLIPS_SEEN, type ClipPair, type ClipsOfGolfer } from '../schema.ts'

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

/** The clips to report by coach and student. */
const waiting = new Map<string, Set<string>>()

/** Reports clips as seen; what several lists on a page show is one request. */
function reportSeen({ instructorId, studentId }: ClipPair, clipIds: readonly string[]): void {
  const pair = `${instructorId} ${studentId}`
  const known = waiting.get(pair)
  if (known) {
    for (const id of clipIds) known.add(id)
    return
  }
  const all = new Set(clipIds)
  waiting.set(pair, all)
  setTimeout(() => {
    waiting.delete(pair)
    void clipsClient.seen
      .call({ instructorId, studentId, clipIds: [...all].slice(0, CLIPS_SEEN) })
      .catch(() => undefined)
  })
}

/**
 * Reports which clips the user has on screen, whenever the displayed data changes or the window regains focus,
 * so that seen clips cause no notification.
 * @param clips the displayed clips
 * @param shown changes with the displayed data
 */
export function useClipsSeen(
  { instructorId, studentId }: ClipPair,
  clips: readonly { id: string }[],
  shown: unknown,
): void {
  const ids = clips.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed data is reported again.
  useEffect(() => {
    if (!ids) return
    const say = () => {
      if (document.visibilityState === 'visible') reportSeen({ instructorId, studentId }, ids.split(' '))
    }
    say()
    document.addEventListener('visibilitychange', say)
    return () => document.removeEventListener('visibilitychange', say)
  }, [instructorId, studentId, ids, shown])
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
