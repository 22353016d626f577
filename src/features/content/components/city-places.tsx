import { MapPin } from 'lucide-react'
import { countCoaches } from '../cities/city.ts'
import type { CityPage } from '../schema.ts'
import { CityMap } from './city-map.tsx'

/** The places where a city's coaches teach, as a list and on a map. */
export function CityPlaces({ page }: { page: CityPage }) {
  const { city, zip, figures } = page
  if (figures.venues.length === 0) return null
  return (
    <section aria-labelledby="where-they-teach">
      <h2 id="where-they-teach" className="text-headline">
        Where they teach around {city}
      </h2>
      <div className="mt-7 grid gap-x-14 gap-y-8 lg:grid-cols-[1fr_1.5fr]">
        <ul>
          {figures.venues.map((venue) => (
            <li key={`${venue.name}, ${venue.city}`} className="flex gap-3 border-t py-3.5">
              <MapPin aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
              <p className="leading-snug">
                <span className="block font-semibold">{venue.name}</span>
                <span className="text-[0.9375rem] text-muted">
                  {venue.city}, {venue.state}
                  {venue.coaches > 1 ? ` · ${countCoaches(venue.coaches)}` : null}
                </span>
              </p>
            </li>
          ))}
        </ul>
        <CityMap zip={zip} />
      </div>
    </section>
  )
}
