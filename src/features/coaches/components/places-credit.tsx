import { placesBy } from '#platform/page-places.ts'
import { cn } from '#ui/class-names.ts'

/** Names OpenStreetMap where its data says where places lie, as its licence asks; nothing where a table of ours does. */
export function PlacesCredit({ className }: { className?: string }) {
  if (placesBy() !== 'openstreetmap') return null
  return (
    <a
      href="https://www.openstreetmap.org/copyright"
      target="_blank"
      rel="noopener noreferrer"
      className={cn(
        'inline-flex min-h-6 items-center text-xs text-muted hover:text-ink hover:underline',
        className,
      )}
    >
      © OpenStreetMap contributors<span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}

/** On a map: in the corner. */
export const MapCredit = () => (
  <PlacesCredit className="absolute right-1.5 bottom-1.5 z-20 rounded-control bg-surface-raised/90 px-1.5" />
)
