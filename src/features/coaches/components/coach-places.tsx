import { Navigation } from 'lucide-react'
import type { ComponentType } from 'react'
import { Near } from '#ui/near.tsx'
import { placeAddress } from '../place-address.ts'
import type { CoachProfile } from '../schema.ts'

/** A place with coordinates. */
type Mapped = { lat: number; lng: number }

/** The map component with numbered places; loaded when the visitor scrolls near it. */
export type PlacesMap = ComponentType<{ places: readonly Mapped[] }>

/** The places where lessons are: addresses with directions first, then a small map of the region. */
export function CoachPlaces({ coach, DrawnMap }: { coach: CoachProfile; DrawnMap: PlacesMap }) {
  if (coach.locations.length === 0) return null
  // Numbers link the map to the list. They are omitted for a single place and for places without coordinates.
  const mapped = coach.locations.flatMap(({ id, lat, lng }) =>
    lat === null || lng === null ? [] : [{ id, lat, lng }],
  )
  const isNumbered = mapped.length > 1
  return (
    <section aria-labelledby="places">
      <h2 id="places" className="text-title">
        Where you meet
      </h2>
      <ul className="mt-4 divide-y border-y">
        {coach.locations.map((place) => {
          const address = placeAddress(place)
          const number = mapped.findIndex(({ id }) => id === place.id) + 1
          return (
            <li key={place.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
              <div className="flex gap-3">
                {isNumbered && number > 0 ? (
                  <span
                    aria-hidden
                    className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-brand text-[0.8125rem] font-semibold text-on-brand"
                  >
                    {number}
                  </span>
                ) : null}
                <div>
                  <p className="font-semibold">
                    {place.name}
                    {place.isPrimary && coach.locations.length > 1 ? (
                      <span className="ml-2 text-sm font-normal text-muted">most lessons</span>
                    ) : null}
                  </p>
                  <p className="text-[0.9375rem] text-muted">{address}</p>
                </div>
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
      {mapped.length > 0 ? (
        <div data-no-print className="mt-5">
          <Near className="relative h-44 rounded-card bg-surface-sunken sm:h-52">
            <DrawnMap places={mapped} />
          </Near>
        </div>
      ) : null}
    </section>
  )
}
