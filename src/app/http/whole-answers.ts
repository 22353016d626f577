import type { Context } from 'hono'
import type { RequestVariables } from './requests.ts'

/** For what may be one person's: neither a proxy nor a browser that others use keeps it. */
export const NOBODY_ELSES = 'private, no-store'

/**
 * Sends an answer with every header that ours carry, in one go. Headers that are put on an answer one after the other are
 * checked, copied and sorted each time, which is most of what a small answer costs; those who look after every answer
 * (`app.ts`, `requests.ts`) leave this one as it is.
 * @param body text or bytes; null for none
 */
export function sendWhole(
  c: Context<{ Variables: RequestVariables }>,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string>,
): Response {
  c.set('isWhole', true)
  return new Response(body, {
    status,
    headers: {
      'cache-control': NOBODY_ELSES,
      ...c.get('dataHeaders'),
      'x-request-id': c.get('requestId'),
      ...headers,
    },
  })
}
