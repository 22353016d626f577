import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSlotList } from '#features/availability/components/use-slot-list.ts'
import { checkoutClient } from '../client.ts'
import type { OpenTimes } from '../schema.ts'

export interface SlotsRequest {
  instructorId: string
  locationId?: string | undefined
  durationMinutes: number
  /** Where a lesson of this length was agreed upon, whatever lengths the coach offers everybody. */
  conversationId?: string
}

/**
 * The open times that somebody may book; while the question changes, the answer to the one before stays.
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
  return useSlotList(request.instructorId, {
    ...checkoutClient.slots.queryOptions({ input: request }),
    placeholderData: keepPreviousData,
    initialData: () =>
      first.current && isSameRequest(first.current.request, request) ? first.current.slots : undefined,
  })
}

const isSameRequest = (a: SlotsRequest, b: SlotsRequest) =>
  a.instructorId === b.instructorId &&
  a.locationId === b.locationId &&
  a.durationMinutes === b.durationMinutes &&
  a.conversationId === b.conversationId
