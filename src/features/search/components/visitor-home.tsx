import { Award, BadgeCheck, type LucideIcon, Star } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Hero } from './hero.tsx'
import { MatchButton } from './home/match-button.tsx'
import { More } from './home/more.tsx'
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
        <>
          <Hero onSearch={search.searchZip} onPrepare={search.prepareZip} />
          <TrustStrip />
        </>
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

const marks: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Award, title: 'PGA Certified', text: 'Filter for PGA Class A coaches' },
  { icon: BadgeCheck, title: 'Verified Instructors', text: 'Each profile lists what we checked' },
  { icon: Star, title: 'Highly Rated', text: 'Reviews after booked lessons' },
]

/** Three reasons to trust the coaches listed here, in one line. */
function TrustStrip() {
  return (
    <section aria-label="Why you can trust us" className="border-b bg-surface-raised">
      <ul className="wrap grid gap-x-8 gap-y-4 py-6 sm:grid-cols-3">
        {marks.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-center gap-3.5">
            <Icon aria-hidden strokeWidth={1.5} className="size-7 shrink-0 text-brand" />
            <p className="leading-snug">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
