import { Navigation } from 'lucide-react'
import type { CoachProfile } from '../schema.ts'

/** Where lessons are, with the way there. */
export function CoachPlaces({ coach }: { coach: CoachProfile }) {
  if (coach.locations.length === 0) return null
  return (
    <section aria-labelledby="places">
      <h2 id="places" className="text-title">
        Where you meet
      </h2>
      <ul className="mt-4 divide-y border-y">
        {coach.locations.map((place) => {
          const address = [place.address, `${place.city}, ${place.state}`].filter(Boolean).join(', ')
          return (
            <li key={place.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
              <div>
                <p className="font-semibold">
                  {place.name}
                  {place.isPrimary && coach.locations.length > 1 ? (
                    <span className="ml-2 text-sm font-normal text-muted">most lessons</span>
                  ) : null}
                </p>
                <p className="text-[0.9375rem] text-muted">{address}</p>
              </div>
              <a
                href={`https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: `${place.name}, ${address}` })}`}
                target="_blank"
                rel="noopener noreferrer"
                className="text-link inline-flex min-h-9 items-center gap-1.5 text-[0.9375rem] font-medium"
              >
                <Navigation aria-hidden className="size-4" />
                Directions<span className="sr-only"> to {place.name}, opens in a new tab</span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
