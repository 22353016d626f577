import { useSyncExternalStore } from 'react'

/** The coach whose card or pin is hovered; highlighted in both the list and the map. */
let lookedAt: string | null = null
const listeners = new Set<() => void>()

export function lookAt(coachId: string | null): void {
  if (lookedAt === coachId) return
  lookedAt = coachId
  for (const notify of listeners) notify()
}

/** True while this coach is highlighted. Only cards whose value changes are re-rendered. */
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
