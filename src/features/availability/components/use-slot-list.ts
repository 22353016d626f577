import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/use-live.ts'
import type { SlotList } from '../schema.ts'

/**
 * The open times of a coach's whole booking window in one request. Never cached: they are reloaded when the
 * parameters change, when the window regains focus, and when the server reports a change.
 * @param options the query options of the procedure that lists them
 */
export function useSlotList<L extends SlotList, K extends readonly unknown[]>(
  coachId: string,
  options: UseQueryOptions<L, Error, L, K>,
): UseQueryResult<L> {
  const query = useQuery({ ...options, staleTime: 0, gcTime: 0, refetchOnWindowFocus: 'always' })
  useLive([`coach-slots:${coachId}`], () => void query.refetch())
  return query
}
