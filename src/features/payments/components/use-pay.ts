import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { navigateAway } from '#ui/history-listener.ts'
import { type CardField, pathWithin } from '../card.ts'
import { paymentsClient } from '../client.ts'

/** A typed card or a saved one; `isConfirmed` once the bank has asked the payer to confirm. */
export type CardPayment = ({ cardId: string } | (Record<CardField, string> & { keepCard: boolean })) & {
  isConfirmed?: boolean
}

/** Paying and leaving, each at most once at a time, and back to the shop afterwards. */
export function usePay(sessionId: string) {
  const queryClient = useQueryClient()
  const isBusy = useRef(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: paymentsClient.testCheckout.key() })

  const go = useMutation({
    mutationFn: (card: CardPayment | 'leave') =>
      card === 'leave'
        ? paymentsClient.abandonTestCheckout.call({ sessionId })
        : paymentsClient.payTestCheckout.call({ sessionId, ...card }),
    // Stays busy: the next page is on its way.
    onSuccess: ({ redirectTo }) => navigateAway(window.location.origin + pathWithin(redirectTo)),
    onError: async (error) => {
      isBusy.current = false
      if (changesPage.includes(failureCode(error) ?? '')) await reload()
    },
  })

  const isAnswering =
    (go.isPending || go.isSuccess) && go.variables !== 'leave' && go.variables.isConfirmed !== undefined
  const { reset } = go
  useEffect(() => {
    // Back from the next page: the browser shows this one as it was left, still busy.
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      isBusy.current = false
      reset()
      void queryClient.invalidateQueries({ queryKey: paymentsClient.testCheckout.key() })
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset, queryClient])

  return {
    /** Two clicks within one frame find the same page: the second one is not sent. */
    send: (card: CardPayment | 'leave') => {
      if (isBusy.current) return
      isBusy.current = true
      go.mutate(card)
    },
    isPaying: go.variables !== undefined && go.variables !== 'leave' && (go.isPending || go.isSuccess),
    isLeaving: go.variables === 'leave' && (go.isPending || go.isSuccess),
    error: go.error,
    /** What the bank asks the payer to confirm; null when it does not ask. */
    toConfirm:
      go.variables &&
      go.variables !== 'leave' &&
      (failureCode(go.error) === 'confirmation_needed' || isAnswering)
        ? go.variables
        : null,
    forget: go.reset,
    reload,
  }
}

/** Refusals after which the page shows something else. */
const changesPage = ['expired', 'already_paid', 'card_removed', 'card_expired']

/** The API's stable reason for a failure; null when it never answered. */
export const failureCode = (error: unknown): string | null => (error instanceof ORPCError ? error.code : null)
