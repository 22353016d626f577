import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useLive } from '#platform/use-live.ts'
import { bookingsClient } from '../client.ts'
import type { CheckoutResult } from '../schema.ts'

const ASK_AGAIN_MS = 2_000

/** The state of a payment; asked for anew on every visit. */
export const checkoutResultQuery = (sessionId: string) =>
  bookingsClient.checkoutState.queryOptions({ input: { sessionId }, staleTime: 0 })

/**
 * The state of a payment, followed live. While money is on its way we also ask every two seconds: a confirmation must
 * not hang on one open connection.
 */
export function useCheckoutResult(sessionId: string) {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery({
    ...checkoutResultQuery(sessionId),
    refetchInterval: (query) => (query.state.data && isMoving(query.state.data) ? ASK_AGAIN_MS : false),
  })
  useLive([`booking:${data.lesson.id}`], () => {
    void queryClient.invalidateQueries({ queryKey: bookingsClient.checkoutState.key() })
  })
  return data
}

const isMoving = ({
  state,
  refundedCents,
  owedBackCents,
}: Pick<CheckoutResult, 'state' | 'refundedCents' | 'owedBackCents'>) =>
  state === 'processing' || (state === 'refunded' && refundedCents < owedBackCents)
