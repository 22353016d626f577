import { MapPin } from 'lucide-react'
import { countCoaches } from '../cities/city.ts'
import type { CityFigures } from '../schema.ts'

/** Where the coaches of a city teach. Its map stands on the right of this list. */
export function CityPlaces({ city, venues }: { city: string; venues: CityFigures['venues'] }) {
  if (venues.length === 0) return null
  return (
    <section aria-labelledby="where-they-teach">
      <h2 id="where-they-teach" className="text-headline">
        Where they teach around {city}
      </h2>
      <ul className="mt-7 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {venues.map((venue) => (
          <li key={`${venue.name}, ${venue.city}`} className="flex gap-3 border-t py-4">
            <MapPin aria-hidden strokeWidth={1.75} className="mt-1 size-5 shrink-0 text-brand" />
            <p className="leading-snug">
              <span className="block font-semibold">{venue.name}</span>
              <span className="text-[0.9375rem] text-muted">
                {venue.city}, {venue.state} · {countCoaches(venue.coaches)}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
