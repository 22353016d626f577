import { Suspense, useEffect, useRef } from 'react'
import { MatchButton } from './home/match-button.tsx'
import { More } from './home/more.tsx'
import { LazyHero } from './lazy-hero.ts'
import { SearchSection } from './search-section.tsx'
import { useSearchAddress } from './use-search.ts'

/**
 * The home page for visitors: the hero and the search. Once a ZIP code is entered, the hero is hidden and the
 * list moves to the top.
 */
export function VisitorHome() {
  const search = useSearchAddress()
  const hasZip = search.address.zip !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const hadZip = useRef(hasZip)
  useEffect(() => {
    // The hero had the focus when it was unmounted, so the focus has to move to the heading.
    if (hasZip && !hadZip.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    hadZip.current = hasZip
  }, [hasZip])
  const Heading = hasZip ? 'h1' : 'h2'
  return (
    <main>
      {hasZip ? null : (
        <Suspense fallback={null}>
          <LazyHero onSearch={search.searchZip} onPrepare={search.prepareZip} />
        </Suspense>
      )}
      <SearchSection
        search={search}
        heading={
          <Heading ref={heading} tabIndex={-1} className="pb-6 text-headline focus-visible:outline-none">
            Find Your Match
          </Heading>
        }
      />
      <More />
      <MatchButton />
    </main>
  )
}
