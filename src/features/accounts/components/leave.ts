import { turnPushOff } from '#features/notifications/components/push-browser.ts'
import { clearImpersonation } from '../impersonation/impersonation.ts'
import { notifyOtherTabs } from './other-tabs.ts'
import { clearTabStorage } from './tab-storage.ts'

/** How long signing out waits until notifications have ended on this device. */
const PUSH_MS = 3_000

/**
 * Ends push notifications on this device. Runs before signing out: otherwise they would show the person's messages to the next user of the
 * device. Failures are ignored, and a slow browser or server delays signing out by three seconds at most.
 */
export async function endPushHere(): Promise<void> {
  // Most browsers have no subscription.
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const ending = turnPushOff().catch(() => undefined)
  await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, PUSH_MS))])
}

/**
 * Runs after a session has ended: removes impersonation data from this browser and drafts from this tab, and notifies the other
 * tabs.
 */
export function clearBrowserSession(): void {
  try {
    clearImpersonation([window.localStorage, window.sessionStorage])
  } catch {
    // If the browser blocks storage, there is nothing to remove.
  }
  clearTabStorage()
  notifyOtherTabs()
}
