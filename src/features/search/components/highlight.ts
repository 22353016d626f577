import { useSyncExternalStore } from 'react'

/** The coach whose card or pin is being looked at; list and map both say and show it. */
let lookedAt: string | null = null
const listeners = new Set<() => void>()

export function lookAt(coachId: string | null): void {
  if (lookedAt === coachId) return
  lookedAt = coachId
  for (const notify of listeners) notify()
}

/** True while this coach is looked at; only cards whose answer changes are drawn again. */
export const useIsLookedAt = (coachId: string) =>
  useSyncExternalStore(
    subscribe,
    () => lookedAt === coachId,
    () => false,
  )

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
  }
}
