import { Navigation } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'

/** Opens directions to a lesson in a maps site. Nothing is loaded from that site before the click. */
export function DirectionsLink({ place }: { place: { name: string; address: string | null } }) {
  const destination = encodeURIComponent([place.name, place.address].filter(Boolean).join(', '))
  return (
    <a
      href={`https://www.google.com/maps/dir/?api=1&destination=${destination}`}
      target="_blank"
      rel="noreferrer"
      data-no-print
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      <Navigation aria-hidden /> Directions
      <span className="sr-only"> to {place.name} (opens a new tab)</span>
    </a>
  )
}
