import { ORPCError } from '@orpc/client'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { textParam } from '#platform/search-params.ts'
import { checkoutResultQuery } from './use-checkout-result.ts'

/** The processor sends people back with its session's id; an address typed by hand may lack it. */
export function readCheckoutSearch(raw: Record<string, unknown>): { session_id?: string | undefined } {
  const id = textParam(raw.session_id)
  return { session_id: id && id.length <= 200 ? id : undefined }
}

/** The server waits so often and so long for a payment to be confirmed before it draws the page: one second in all. */
const TRIES = 10
const BETWEEN_MS = 100

/** Reads the payment before its page is drawn. Somebody else's is not found, as one that never was. */
export async function loadCheckout(queryClient: QueryClient, sessionId: string | undefined): Promise<void> {
  if (!sessionId) return
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const { state } = await queryClient.fetchQuery(checkoutResultQuery(sessionId))
      // Paid a moment ago: the processor's word is all but here, and the page comes with the outcome on it.
      if (state !== 'processing' || !import.meta.env.SSR) return
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
    }
  } catch (error) {
    // A name that no payment can have is one we do not know.
    if (error instanceof ORPCError && (error.status === 404 || error.status === 400)) throw notFound()
    throw error
  }
}
