import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSlotList } from '#features/availability/components/use-slot-list.ts'
import { checkoutClient } from '../client.ts'
import type { OpenTimes } from '../schema.ts'

export interface SlotsRequest {
  instructorId: string
  locationId?: string | undefined
  durationMinutes: number
  /** A conversation with an agreed lesson of this length, which the coach may not offer publicly. */
  conversationId?: string
  /** A package of the profile with lessons of this length. */
  packageOfferId?: string
}

/**
 * The open times that the user may book; the previous result is kept while the parameters change.
 * @param rendered the server-rendered result, used until the first response
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
  a.conversationId === b.conversationId &&
  a.packageOfferId === b.packageOfferId
