import { Link } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { MouseEvent } from 'react'
import { readSearchAddress } from '#features/search/search-address.ts'
import { openHelp } from '#features/support/components/help-store.ts'
import { systemClock } from '#platform/clock.ts'
import { serverRequest } from '#platform/server-request.ts'
import { siteName } from '#platform/site-name.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { useExistingPages } from './existing-pages.ts'
import { Wordmark } from './logo.tsx'

const pages = [
  { href: '/gift-cards', label: 'Gift Cards' },
  { href: '/blog', label: 'Blog' },
  { href: '/privacy-policy', label: 'Privacy Policy' },
  { href: '/terms', label: 'Terms' },
  { href: '/accessibility', label: 'Accessibility' },
  { href: '/support', label: 'Support' },
]

const linkClass = 'inline-flex min-h-9 items-center text-muted hover:text-ink hover:underline'

/** @returns the year of first publication, and the present one where it is a later one */
const yearsSince = (first: number, present: number) =>
  present > first ? `${first}–${present}` : String(first)

/** The end of every visitor's page. */
export function VisitorFooter() {
  const links = useExistingPages(pages)
  return (
    <footer data-no-print className="theme-night border-t bg-surface-sunken text-ink">
      <div className="wrap flex flex-col gap-x-10 gap-y-5 py-9 lg:flex-row lg:items-center lg:justify-between">
        <Wordmark />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <Link to="/" hash="search" search={readSearchAddress} className={linkClass}>
            Find Instructors
          </Link>
          {links.map(({ href, label }) => (
            <Anchor
              key={href}
              href={href}
              className={linkClass}
              // The page is for members; a visitor asks right here.
              {...(href === '/support' ? { onClick: askHere } : {})}
            >
              {label}
            </Anchor>
          ))}
        </nav>
        <p className="text-sm text-muted" suppressHydrationWarning>
          {`© ${yearsSince(2025, Number(pageYear()))} ${siteName}. Replace your divots.`}
        </p>
      </div>
    </footer>
  )
}

function askHere(event: MouseEvent) {
  event.preventDefault()
  openHelp()
}

/**
 * The current year in New York. Around New Year a cached page may show a different year than the browser
 * computes.
 */
const pageYear = createIsomorphicFn()
  .server(() => yearOf(serverRequest.getStore()?.now ?? systemClock.now()))
  .client(() => yearOf(systemClock.now()))

const yearOf = (now: number) => dateIn(now, OFFICE_ZONE).slice(0, 4)
