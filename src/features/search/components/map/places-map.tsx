import { useLayoutEffect, useRef, useState } from 'react'
import { MapCredit } from '#features/coaches/components/places-credit.tsx'
import { type LatLng, mapViewOf, projectPlace, type Size, spreadPins, toPixels } from '../../map.ts'
import { BaseMap } from './base-map.tsx'
import { MapNames } from './map-names.tsx'

/** The minimum distance between pins in pixels, so that they never touch. */
const APART = 30

/**
 * A map of a list's places with the same numbers. It is hidden from screen readers because the list contains
 * the same information.
 */
export function PlacesMap({ places }: { places: readonly LatLng[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const measure = () => setSize({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  const view = size ? mapViewOf(places, size) : null
  const pins =
    view && size
      ? spreadPins(
          places.map((place) => toPixels(projectPlace(place), view, size)),
          APART,
        )
      : []
  return (
    <>
      <div ref={frame} aria-hidden className="absolute inset-0 overflow-hidden rounded-card border">
        {view && size ? (
          <>
            <BaseMap view={view} size={size} origin={null} />
            <MapNames view={view} size={size} pins={pins} />
            <svg aria-hidden width={size.width} height={size.height} className="absolute inset-0">
              {pins.map(({ x, y }, index) => (
                <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
                  <circle r={14} strokeWidth={2.5} className="fill-brand stroke-surface-raised" />
                  <text
                    textAnchor="middle"
                    dominantBaseline="central"
                    className="tabular fill-on-brand text-[0.8125rem] font-semibold"
                  >
                    {index + 1}
                  </text>
                </g>
              ))}
            </svg>
          </>
        ) : null}
      </div>
      <MapCredit />
    </>
  )
}
