import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '#platform/use-live.ts'
import { bookingsClient } from '../client.ts'
import type { OpenTimes } from '../schema.ts'

export interface SlotsRequest {
  instructorId: string
  locationId?: string | undefined
  durationMinutes: number
  /** Where a lesson of this length was agreed upon, whatever lengths the coach offers everybody. */
  conversationId?: string
}

/**
 * The open times of a coach's whole booking window in one request. Never kept: they are asked for again on every
 * change of the question, when the page is looked at again, and when the server says that something changed.
 * @param rendered what the server put on the page, used until the first answer
 */
export function useOpenSlots(
  request: SlotsRequest,
  rendered: { request: SlotsRequest; slots: OpenTimes } | null,
): UseQueryResult<OpenTimes> {
  const first = useRef(rendered)
  useEffect(() => {
    first.current = null
  }, [])
  const query = useQuery({
    ...bookingsClient.slots.queryOptions({ input: request }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
    initialData: () =>
      first.current && isSameRequest(first.current.request, request) ? first.current.slots : undefined,
  })
  useLive([`coach-slots:${request.instructorId}`], () => void query.refetch())
  return query
}

const isSameRequest = (a: SlotsRequest, b: SlotsRequest) =>
  a.instructorId === b.instructorId &&
  a.locationId === b.locationId &&
  a.durationMinutes === b.durationMinutes &&
  a.conversationId === b.conversationId
