import { Link } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useRef } from 'react'
import { readSearchAddress } from '#features/search/search-address.ts'
import { buttonClass } from '#ui/button.tsx'
import { Wordmark } from './logo.tsx'

const linkClass =
  'inline-flex h-11 items-center rounded-control px-3.5 text-[0.9375rem] font-medium transition-colors hover:bg-surface-hover'

/** The header for visitors: logo, search, quiz, a link for instructors, and sign-in. */
export function VisitorHeader() {
  return (
    <header data-no-print className="sticky top-0 z-30 border-b bg-surface">
      <div className="wrap flex h-16 items-center justify-between gap-4">
        <Wordmark />
        <nav aria-label="Main" className="hidden items-center gap-1 sm:flex">
          <SectionLinks />
          <Link to="/auth" className={buttonClass({}, 'ml-2')}>
            Sign In
          </Link>
        </nav>
        <PhoneMenu />
      </div>
    </header>
  )
}

/** Links to the search (keeping an active one), the quiz, and the page for instructors. */
function SectionLinks() {
  return (
    <>
      <Link
        to="/"
        hash="search"
        search={readSearchAddress}
        onClick={() => scrollTo('search')}
        className={linkClass}
      >
        Find Instructors
      </Link>
      <Link to="/find-your-match" className={`${linkClass} sm:max-md:hidden`}>
        Get Matched
      </Link>
      <Link to="/instructor-landing" className={linkClass}>
        For Instructors
      </Link>
    </>
  )
}

/** A native disclosure element: works before scripts load, and closes when an entry is selected. */
function PhoneMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  return (
    <details
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return
        event.preventDefault()
        close()
        menu.current.querySelector('summary')?.focus()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
      className="group -mr-2 sm:hidden"
    >
      <summary
        aria-label="Menu"
        className="grid size-11 list-none place-items-center rounded-control hover:bg-surface-hover [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden className="size-6 group-open:hidden" />
        <X aria-hidden className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Main"
        onClickCapture={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) close()
        }}
        className="absolute inset-x-0 top-full flex flex-col gap-1 border-b bg-surface px-5 pt-2 pb-5 shadow-float"
      >
        <SectionLinks />
        <Link to="/auth" className={buttonClass({ variant: 'brand' }, 'mt-2')}>
          Sign In
        </Link>
      </nav>
    </details>
  )
}

/** The router scrolls only when the URL changes, so a second click on the same link must scroll explicitly. */
function scrollTo(id: string) {
  document.getElementById(id)?.scrollIntoView()
}
