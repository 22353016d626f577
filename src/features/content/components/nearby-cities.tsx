import { Link } from '@tanstack/react-router'
import { countCoaches } from '../cities/city.ts'
import type { CityLink } from '../schema.ts'

/** Other cities nearby, each with its number of coaches. */
export function NearbyCities({ title, cities }: { title: string; cities: readonly CityLink[] }) {
  if (cities.length === 0) return null
  return (
    <section aria-labelledby="nearby">
      <h2 id="nearby" className="text-title">
        {title}
      </h2>
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
        {cities.map((city) => (
          <li key={city.slug} className="border-t">
            <Link
              to="/{$city}-golf-instructors"
              params={{ city: city.slug }}
              className="group flex min-h-12 items-baseline justify-between gap-3 py-3"
            >
              <span className="font-semibold underline-offset-4 group-hover:underline">
                {city.city}, {city.state}
              </span>
              <span className="tabular text-sm text-muted">{countCoaches(city.coaches)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
