import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { accountsClient } from '../client.ts'
import type { LinkPurpose, LinkState } from '../links/link.ts'

const text = z.string().optional().catch(undefined)

/** What the address of a mailed link's page carries. */
export const linkSearchSchema = z.object({ token: text, redirect: text, email: text })

export interface SeenLink {
  token: string
  state: LinkState
  /** Masked. */
  email: string | null
}

/** Looks what the link is good for, without using it. Null when the page was opened without one. */
export async function lookAtLink(
  queryClient: QueryClient,
  purpose: LinkPurpose,
  token: string | undefined,
): Promise<SeenLink | null> {
  if (token === undefined) return null
  if (token.length < 1 || token.length > 200) return { token, state: 'unknown', email: null }
  const seen = await queryClient.fetchQuery({
    ...accountsClient.link.queryOptions({ input: { purpose, token } }),
    staleTime: 0,
    gcTime: 0,
  })
  return { token, ...seen }
}
