import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'

/**
 * Ends the session and the notifications on this device, and starts afresh at home: nothing of the person stays in this tab's memory.
 */
export async function signOut(): Promise<void> {
  try {
    // Every page has the button, and few visits press it.
    const { signOutHere } = await import('#features/accounts/components/sign-out-here.ts')
    await signOutHere()
    navigateAway('/')
  } catch {
    toast.error('Could not sign you out', 'You are still signed in. Please try again.')
  }
}
