import { clearImpersonation } from '../impersonation/impersonation.ts'
import { notifyOtherTabs } from './other-tabs.ts'

/**
 * Runs after a session has ended: removes impersonation data from this browser and notifies the other tabs.
 */
export function clearBrowserSession(): void {
  try {
    clearImpersonation([window.localStorage, window.sessionStorage])
  } catch {
    // If the browser blocks storage, there is nothing to remove.
  }
  notifyOtherTabs()
}
