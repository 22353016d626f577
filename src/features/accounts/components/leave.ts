import { forgetImpersonation } from '../impersonation/impersonation.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** After a session ended: this browser forgets whom an admin acted as, and the other tabs hear of it. */
export function leaveBrowser(): void {
  try {
    forgetImpersonation([window.localStorage, window.sessionStorage])
  } catch {
    // A browser may forbid storage altogether; then there is nothing in it.
  }
  tellOtherTabs()
}
