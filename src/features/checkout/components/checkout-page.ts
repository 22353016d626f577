import { ORPCError } from '@orpc/client'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { textParam } from '#platform/search-params.ts'
import { checkoutResultQuery } from './use-checkout-result.ts'

/** The processor redirects with its session's id; URLs typed by hand may lack it. */
export function readCheckoutSearch(raw: Record<string, unknown>): { session_id?: string | undefined } {
  const id = textParam(raw.session_id)
  return { session_id: id && id.length <= 200 ? id : undefined }
}

/**
 * How often and how long the server waits for a payment's confirmation before rendering: one second in total.
 */
const TRIES = 10
const BETWEEN_MS = 100

/** Loads the payment before rendering. Another user's payment is reported as not found. */
export async function loadCheckout(queryClient: QueryClient, sessionId: string | undefined): Promise<void> {
  if (!sessionId) return
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const { state } = await queryClient.fetchQuery(checkoutResultQuery(sessionId))
      // For a recent payment, the processor's event is expected any moment; waiting renders the final result.
      if (state !== 'processing' || !import.meta.env.SSR) return
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    }
  } catch (error) {
    // An invalid session id is treated as unknown.
    if (error instanceof ORPCError && (error.status === 404 || error.status === 400)) throw notFound()
    throw error
  }
}
