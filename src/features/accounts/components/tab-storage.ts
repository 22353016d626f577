import type { Me } from '../schema.ts'

/** Who used this tab last while signed in. */
const OWNER = 'greenside.tab-owner'

/**
 * Removes everything stored for this tab, such as drafts: their names contain no user, so the next user of the tab would see them.
 */
export function clearTabStorage(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // If the browser blocks storage, there is nothing to remove.
  }
}

/**
 * Removes what another user left in this tab, also when that user's session ended without signing out. A visitor's drafts are kept for the
 * user who signs in, and a user's drafts until another user does. Runs before the page of this user reads its drafts.
 */
export function claimTabStorage(me: Me): void {
  // A prospect stays the same person while viewing as a demo coach.
  const owner = me.prospect?.userId ?? me.userId
  try {
    const previous = window.sessionStorage.getItem(OWNER)
    if (previous !== null && previous !== owner) window.sessionStorage.clear()
    window.sessionStorage.setItem(OWNER, owner)
  } catch {
    // As above.
  }
}
