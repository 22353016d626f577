import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { notifyOtherTabs } from './other-tabs.ts'

/** Updates the current user for the whole page and refetches data that was loaded for another user. */
export function useOnSignedIn(): (me: Me | null) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (me) => {
    void queryClient.invalidateQueries()
    queryClient.setQueryData(accountsClient.me.queryKey(), me)
    notifyOtherTabs()
    await router.invalidate()
  }
}
