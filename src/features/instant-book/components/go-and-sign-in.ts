import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { accountsClient } from '#features/accounts/client.ts'
import { toast } from '#ui/toast.tsx'

/** Goes to the sign-in page when the session has ended elsewhere. The URL contains the open dialog and every choice. */
export function useGoAndSignIn(instructorId: string) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    toast.error('Sign In Required', 'Please sign in or create an account to book a lesson')
    // Clear the cached user in this tab.
    queryClient.setQueryData(accountsClient.me.queryKey(), null)
    const { href } = router.buildLocation({ to: '.', hash: true, search: true })
    await router.navigate({
      to: '/auth',
      search: { redirect: href, from: 'booking', instructor: instructorId },
    })
  }
}
