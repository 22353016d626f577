import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'

/** Pixels scrolled from which the way back is offered (row 7). */
const FAR_DOWN = 500

/** Floats in when one has read on, and leads back to the search. */
export function MatchButton() {
  const [isFarDown, setFarDown] = useState(false)
  useEffect(() => {
    const look = () => setFarDown(window.scrollY > FAR_DOWN)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!isFarDown) return null
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

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
