import { useState } from 'react'
import type { Me } from '../schema.ts'

/** The parts of a user that tell whose tab it is. */
type Owner = Pick<Me, 'userId' | 'prospect' | 'impersonatedBy'>

/** An admin who acts as another user, and a prospect who views as a demo coach, stay the same person. */
const ownerOf = (me: Owner): string => me.impersonatedBy ?? me.prospect?.userId ?? me.userId

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
  const owner = ownerOf(me)
  try {
    const previous = window.sessionStorage.getItem(OWNER)
    if (previous !== null && previous !== owner) window.sessionStorage.clear()
    window.sessionStorage.setItem(OWNER, owner)
  } catch {
    // As above.
  }
}

/** Claims the tab before a frame is first rendered for a user: the frame of another user may be the same component. */
export function useTabOwner(me: Owner): void {
  const [claimedBy, setClaimedBy] = useState<string>()
  if (claimedBy === ownerOf(me)) return
  claimTabStorage(me)
  setClaimedBy(ownerOf(me))
}
