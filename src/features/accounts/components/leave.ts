import { forgetImpersonation } from '../impersonation/impersonation.ts'
import { tellOtherTabs } from './other-tabs.ts'

/**
 * Runs after a session has ended: removes impersonation data from this browser and notifies the other tabs.
 */
export function leaveBrowser(): void {
  try {
    forgetImpersonation([window.localStorage, window.sessionStorage])
  } catch {
    // If the browser blocks storage, there is nothing to remove.
  }
  tellOtherTabs()
}
