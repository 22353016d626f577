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

/** Reads the payment before its page is drawn. Somebody else's is not found, as one that never was. */
export async function loadCheckout(queryClient: QueryClient, sessionId: string | undefined): Promise<void> {
  if (!sessionId) return
  try {
    await queryClient.fetchQuery(checkoutResultQuery(sessionId))
  } catch (error) {
    // A name that no payment can have is one we do not know.
    if (error instanceof ORPCError && (error.status === 404 || error.status === 400)) throw notFound()
    throw error
  }
}
