import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '#platform/use-live.ts'
import { checkoutClient } from '../client.ts'
import type { CheckoutResult } from '../schema.ts'
import { notifyPaymentTabs } from './payment-tabs.ts'

/**
 * Polling intervals: frequent at first, because a confirmation usually takes a second or two, then less
 * frequent.
 */
const ASK_SOON_MS = 400
const ASK_AGAIN_MS = 2_000
const SOON_TIMES = 20

/** The state of a payment; reloaded on every visit. */
export const checkoutResultQuery = (sessionId: string) =>
  checkoutClient.checkoutState.queryOptions({ input: { sessionId }, staleTime: 0 })

/**
 * The state of a payment with live updates, forwarded to the tab that opened the checkout. While the payment
 * is pending it is also polled, so that the page does not depend on one open connection.
 */
export function useCheckoutResult(sessionId: string) {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery({
    ...checkoutResultQuery(sessionId),
    refetchInterval: ({ state }) => {
      if (!state.data || !isMoving(state.data)) return false
      return state.dataUpdateCount < SOON_TIMES ? ASK_SOON_MS : ASK_AGAIN_MS
    },
  })
  const { state, lesson } = data
  useEffect(() => {
    if (state !== 'processing') notifyPaymentTabs(lesson.id)
  }, [state, lesson.id])
  useLive([`booking:${lesson.id}`], () => {
    void queryClient.invalidateQueries({ queryKey: checkoutClient.checkoutState.key() })
  })
  return data
}

const isMoving = ({
  state,
  refundedCents,
  owedBackCents,
  refundReturned,
}: Pick<CheckoutResult, 'state' | 'refundedCents' | 'owedBackCents' | 'refundReturned'>) =>
  state === 'processing' || (state === 'refunded' && refundedCents < owedBackCents && refundReturned === null)
