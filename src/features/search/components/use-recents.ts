import { browserValue, useBrowserValue } from '#platform/browser-value.ts'
import { addRecent, RECENT_KEY, type Recent, readRecents } from '../recent-searches.ts'

const stored = browserValue(RECENT_KEY, readRecents, (recents) =>
  recents.length > 0 ? JSON.stringify(recents) : null,
)

/** Recent searches in this browser; empty during server rendering and if storage is unavailable. */
export const useRecents = (): Recent[] => useBrowserValue(stored, (recents) => recents)

/** Adds a search to the list of recent ones. */
export function addRecentSearch(recent: Recent): void {
  const recents = stored.get()
  if (recents[0]?.zip !== recent.zip) stored.set(addRecent(recents, recent))
}

/** Clears all recent searches. */
export const clearRecentSearches = () => stored.set([])
