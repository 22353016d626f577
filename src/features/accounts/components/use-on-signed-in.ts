import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { keepPageFor, notifyOtherTabs } from './other-tabs.ts'

/**
 * Updates the current user for the whole page and refetches data that was loaded for another user. The page is rendered again, in the
 * frame of that user; with `isPageKept`, only the next page is in that frame, so that a form on this one keeps what was typed.
 */
export function useOnSignedIn(): (me: Me | null, options?: { isPageKept: boolean }) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (me, options) => {
    void queryClient.invalidateQueries()
    queryClient.setQueryData(accountsClient.me.queryKey(), me)
    notifyOtherTabs()
    if (options?.isPageKept) keepPageFor(me?.userId)
    else await router.invalidate()
  }
}
