import type { ReactNode } from 'react'
import type { SearchControls } from '../search-address.ts'
import { SearchPanel } from './search-panel.tsx'
import { SearchResults } from './search-results.tsx'

/** The search section of a page: a heading, the controls and the results. */
export function SearchSection({ search, heading }: { search: SearchControls; heading: ReactNode }) {
  return (
    <section id="search" className="wrap scroll-mt-16 pt-8 pb-16 sm:pt-10">
      <div className="@container">
        {heading}
        <SearchPanel search={search} />
        <SearchResults search={search} />
      </div>
    </section>
  )
}
