import { History } from 'lucide-react'
import { clearRecentSearches, useRecents } from './use-recents.ts'

/** Recent searches, shown below the box while it has focus. They overlay the page to avoid layout shifts. */
export function RecentSearches({ zip, onChoose }: { zip: string; onChoose: (zip: string) => void }) {
  const recents = useRecents().filter((recent) => recent.zip !== zip)
  if (recents.length === 0) return null
  return (
    <fieldset className="absolute top-full left-0 z-20 mt-1.5 hidden w-full max-w-sm min-w-64 rounded-card border bg-surface-raised p-1.5 shadow-float group-focus-within/zip:block">
      <legend className="sr-only">Recent searches</legend>
      <ul>
        {recents.map((recent) => (
          <li key={recent.zip}>
            <button
              type="button"
              onClick={() => onChoose(recent.zip)}
              className="flex h-10 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-[0.9375rem] hover:bg-surface-hover"
            >
              <History aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="tabular font-semibold">{recent.zip}</span>
              <span className="truncate text-muted">{recent.town}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={clearRecentSearches}
        className="mt-1.5 h-9 w-full border-t px-2.5 text-left text-sm text-muted hover:text-ink"
      >
        Clear recent searches
      </button>
    </fieldset>
  )
}
