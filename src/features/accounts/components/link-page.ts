import type { QueryClient } from '@tanstack/react-query'
import { textParam } from '#platform/search-params.ts'
import { accountsClient } from '../client.ts'
import type { LinkPurpose } from '../links/link.ts'
import type { SeenLinkState } from '../links/schema.ts'

interface LinkSearch {
  token?: string | undefined
  redirect?: string | undefined
  email?: string | undefined
}

/** Parses the search parameters of a page behind an emailed link. */
export const readLinkSearch = (raw: Record<string, unknown>): LinkSearch => ({
  token: textParam(raw.token),
  redirect: textParam(raw.redirect),
  email: textParam(raw.email),
})

export type SeenLink = SeenLinkState & { token: string }

/** Fetches the state of a link without using it. Null if the page was opened without a token. */
export async function fetchLinkState(
  queryClient: QueryClient,
  purpose: LinkPurpose,
  token: string | undefined,
): Promise<SeenLink | null> {
  if (token === undefined) return null
  if (token.length < 1 || token.length > 200)
    return { token, state: 'unknown', email: null, needsPassword: false, endsPassword: false }
  const seen = await queryClient.fetchQuery({
    ...accountsClient.link.queryOptions({ input: { purpose, token } }),
    staleTime: 0,
    gcTime: 0,
  })
  return { token, ...seen }
}
