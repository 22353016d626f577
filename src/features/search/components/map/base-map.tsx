import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { SEARCH_RADIUS_MILES } from '../../distance.ts'
import { projectPlace, reachOf, type Size, toPixels, type View } from '../../map.ts'
import type { SearchResult } from '../../schema.ts'
import { type Box, baseMapQuery, countiesQuery } from './base-map-query.ts'

/** The scale in pixels per degree from which county lines are shown; below it they would clutter the map. */
const COUNTIES_FROM = 45
const MOST_STATES = 8
const rings = [10, 25] as const

/** Land, states, counties, and the circle of the search radius. */
export function BaseMap({ view, size, origin }: { view: View; size: Size; origin: SearchResult['origin'] }) {
  const { data: base } = useQuery(baseMapQuery)
  const nearby =
    view.scale < COUNTIES_FROM ? [] : (base?.states ?? []).filter(({ box }) => isSeen(box, view, size))
  const corner = toPixels({ x: 0, y: 0 }, view, size)
  const scale = view.scale / 1000
  return (
    <svg
      aria-hidden
      width={size.width}
      height={size.height}
      className="absolute inset-0 bg-sky/55 dark:bg-sky/10"
    >
      <g transform={`matrix(${scale} 0 0 ${scale} ${corner.x} ${corner.y})`}>
        {base ? <Land path={base.land} /> : null}
        {nearby.slice(0, MOST_STATES).map(({ name }) => (
          <CountyLines key={name} state={name} />
        ))}
        {base ? <Line path={base.borders} className="stroke-line-strong/80" /> : null}
      </g>
      {origin ? <Circle origin={origin} view={view} size={size} /> : null}
    </svg>
  )
}

// Memoized: the paths are long and never change; only the surrounding transform does.
const Land = memo(({ path }: { path: string }) => (
  <path
    d={path}
    vectorEffect="non-scaling-stroke"
    className="fill-surface-raised stroke-line-strong/60"
    fillRule="evenodd"
  />
))

const Line = memo(({ path, className }: { path: string; className: string }) => (
  <path d={path} fill="none" vectorEffect="non-scaling-stroke" className={className} />
))

/** The county lines of a state. @param state two letters */
function CountyLines({ state }: { state: string }) {
  const { data } = useQuery(countiesQuery(state))
  return data ? <Line path={data.path} className="stroke-line-strong/30 [stroke-dasharray:2_3]" /> : null
}

/** The search radius of fifty miles around the ZIP code, with distance rings. */
function Circle({
  origin,
  view,
  size,
}: {
  origin: NonNullable<SearchResult['origin']>
  view: View
  size: Size
}) {
  const { x, y } = toPixels(projectPlace(origin), view, size)
  const radius = (miles: number) => reachOf(miles, origin.lat) * view.scale
  const outer = radius(SEARCH_RADIUS_MILES)
  return (
    <g>
      <circle cx={x} cy={y} r={outer} className="fill-fresh/15 stroke-fairway/70" strokeWidth={1.5} />
      {rings.map((miles) => (
        <circle
          key={miles}
          cx={x}
          cy={y}
          r={radius(miles)}
          fill="none"
          className="stroke-fairway/30 [stroke-dasharray:1_4]"
        />
      ))}
      {outer > 90
        ? [...rings, SEARCH_RADIUS_MILES].map((miles) => (
            <text
              key={miles}
              x={x}
              y={y - radius(miles) - 4}
              textAnchor="middle"
              className="tabular fill-muted text-[0.6875rem]"
            >
              {miles} mi
            </text>
          ))
        : null}
    </g>
  )
}

function isSeen([west, north, east, south]: Box, { center, scale }: View, { width, height }: Size): boolean {
  const [halfWidth, halfHeight] = [width / 2 / scale, height / 2 / scale]
  return (
    west < center.x + halfWidth &&
    east > center.x - halfWidth &&
    north < center.y + halfHeight &&
    south > center.y - halfHeight
  )
}
