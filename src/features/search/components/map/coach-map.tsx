import { type RefObject, useRef, useState } from 'react'
import { MapCredit } from '#features/coaches/components/places-credit.tsx'
import { toast } from '#ui/toast.tsx'
import { searchClient } from '../../client.ts'
import { isElsewhere, mapViewOf, placeOf, projectPlace, spreadPins, toPixels, viewAround } from '../../map.ts'
import type { CoachCard, SearchResult } from '../../schema.ts'
import { highlight } from '../highlight.ts'
import { BaseMap } from './base-map.tsx'
import { MapButtons } from './map-buttons.tsx'
import { MapCard } from './map-card.tsx'
import { MapNames } from './map-names.tsx'
import { MapPin } from './map-pin.tsx'
import { type MovedView, useMapView } from './use-map-view.ts'

/** The radius in miles shown around a ZIP code: the search radius plus a margin. */
const SHOWN_MILES = 56
/** The minimum distance between pins in pixels. A pin is 28 wide, the selected one slightly more. */
const PIN_PIXELS = 30
/** The center of the contiguous states. */
const country = { lat: 39.2, lng: -97.5 }

/** The position of a coach on the map: the nearest location, or else the primary one. */
export const placeOfCoach = ({ closestLocation, locations }: CoachCard) => {
  const { lat, lng } = closestLocation ?? locations[0] ?? { lat: null, lng: null }
  return lat === null || lng === null ? null : { lat, lng }
}

/**
 * A map of the listed coaches, with the numbers from the list.
 * @param props.kept the view from which another place is searched; it outlives this map
 */
export function CoachMap({
  result,
  kept,
  onSearchHere,
}: {
  result: SearchResult
  kept?: RefObject<MovedView | null>
  onSearchHere: (zip: string) => void
}) {
  const { origin } = result
  const box = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const pinned = result.coaches.flatMap((coach, index) => {
    const place = placeOfCoach(coach)
    return place ? [{ coach, place, number: (result.page - 1) * result.pageSize + index + 1 }] : []
  })
  const map = useMapView(
    box,
    origin?.zip ?? 'everywhere',
    (size) =>
      origin
        ? viewAround(origin, SHOWN_MILES, size)
        : (mapViewOf(
            pinned.map(({ place }) => place),
            size,
          ) ?? viewAround(country, 1_500, size)),
    kept,
  )
  const { view, size } = map
  const pins =
    view && size
      ? spreadPins(
          pinned.map(({ place }) => toPixels(projectPlace(place), view, size)),
          PIN_PIXELS,
        )
      : []
  const card = pinned.find(({ coach }) => coach.id === chosen)

  async function searchHere() {
    if (!view || isAsking) return
    setAsking(true)
    try {
      const found = await searchClient.nearestZip.call(placeOf(view.center))
      if (!found) toast.error('No US zip code here', 'Move the map over land and try again.')
      else {
        map.keepFor(found.zip)
        onSearchHere(found.zip)
      }
    } catch {
      toast.error('The map could not be searched', 'Please try again in a moment.')
    } finally {
      setAsking(false)
    }
  }

  return (
    <section
      ref={box}
      aria-label="Map of instructors"
      className="absolute inset-0 isolate touch-none overflow-hidden rounded-card border bg-sky/55 select-none dark:bg-sky/10"
    >
      {view && size ? (
        <>
          <BaseMap view={view} size={size} origin={origin} />
          <MapNames view={view} size={size} pins={pins} />
          {/* The map surface handles the keyboard. The pins and buttons are its siblings, not its
              children. */}
          <div
            role="application"
            aria-label="Map: arrow keys move it, plus and minus zoom, zero goes back"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keyboard
            tabIndex={0}
            onKeyDown={map.onKeyDown}
            onClick={() => setChosen(null)}
            className="absolute inset-0 cursor-grab rounded-card focus-visible:-outline-offset-4 active:cursor-grabbing"
          />
          <ul>
            {pinned.map(({ coach, number }, index) => {
              const at = pins[index]
              return at ? (
                <MapPin
                  key={coach.id}
                  coach={coach}
                  number={number}
                  at={at}
                  isChosen={coach.id === chosen}
                  onChoose={() => {
                    setChosen(coach.id === chosen ? null : coach.id)
                    highlight(coach.id)
                  }}
                />
              ) : null
            })}
          </ul>
          <MapCredit />
          <MapButtons
            map={map}
            isAsking={isAsking}
            onSearchHere={
              isElsewhere(view, origin ?? country, size) || (!origin && map.isMoved)
                ? () => void searchHere()
                : undefined
            }
          />
          {card ? <MapCard coach={card.coach} number={card.number} onClose={() => setChosen(null)} /> : null}
        </>
      ) : null}
    </section>
  )
}
