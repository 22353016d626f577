import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'

/** The scroll offset in pixels from which the button is shown. */
const FAR_DOWN = 500

/**
 * A floating button that appears after scrolling and leads back to the search. It is hidden while scrolling
 * down a list of coaches, so that it does not cover prices or buttons; scrolling up shows it again.
 */
export function MatchButton() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const look = () => {
      const isDownwards = window.scrollY >= last
      last = window.scrollY
      setShown(window.scrollY > FAR_DOWN && !(isDownwards && isListOnScreen()))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!isShown) return null
  return (
    <button
      type="button"
      data-no-print
      onClick={() => {
        document.getElementById('search')?.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth' })
        document.querySelector<HTMLInputElement>('#search input[name="zip"]')?.focus({ preventScroll: true })
      }}
      className={buttonClass(
        { variant: 'primary' },
        'fixed bottom-4 left-1/2 z-30 -translate-x-1/2 animate-fade-in rounded-full shadow-float sm:bottom-6',
      )}
    >
      <Search aria-hidden />
      Match With an Instructor
    </button>
  )
}

/** If the search section is taller than the screen, it contains a list of results. */
function isListOnScreen(): boolean {
  const search = document.getElementById('search')?.getBoundingClientRect()
  return search !== undefined && search.height > innerHeight && search.bottom > innerHeight / 2
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
