import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountsClient } from '../client.ts'
import type { Me } from '../schema.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** Tells the whole page who is signed in now: what was read for somebody else is read again. */
export function useOnSignedIn(): (me: Me | null) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (me) => {
    void queryClient.invalidateQueries()
    queryClient.setQueryData(accountsClient.me.queryKey(), me)
    tellOtherTabs()
    await router.invalidate()
  }
}
