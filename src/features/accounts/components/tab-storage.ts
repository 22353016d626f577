import { useState } from 'react'
import type { Me } from '../schema.ts'

/** The parts of a user that tell whose tab it is. */
type Owner = Pick<Me, 'userId' | 'prospect'>

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
export function claimTabStorage(me: Owner): void {
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

/** Claims the tab while a user's frame is rendered for the first time: a frame is rendered before the page in it. */
export function useTabOwner(me: Owner): void {
  useState(() => claimTabStorage(me))
}
