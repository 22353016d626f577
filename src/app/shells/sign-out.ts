import { accountsClient } from '#features/accounts/client.ts'
import { clearBrowserSession, endPushHere } from '#features/accounts/components/leave.ts'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'

/**
 * Ends the session and the notifications on this device, and starts afresh at home: nothing of the person stays in this tab's memory.
 */
export async function signOut(): Promise<void> {
  try {
    await endPushHere()
    await accountsClient.signOut.call()
    clearBrowserSession()
    navigateAway('/')
  } catch {
    toast.error('Could not sign you out', 'You are still signed in. Please try again.')
  }
}
