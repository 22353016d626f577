import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchClient } from '../../client.ts'
import { fitNames, type MapPoint, placeOf, projectPlace, type Size, toPixels, type View } from '../../map.ts'

/** The approximate width of a letter in pixels. */
const LETTER = 6.4
/** The minimum scale at which names are shown; below it the area would be too large for useful names. */
const NAMES_FROM = 16

/** Names of the larger towns in view, as many as fit. */
export function MapNames({ view, size, pins }: { view: View; size: Size; pins: readonly MapPoint[] }) {
  const { data: towns } = useQuery({
    ...searchClient.towns.queryOptions({ input: areaOf(view, size) }),
    enabled: view.scale >= NAMES_FROM,
    placeholderData: keepPreviousData,
  })
  const names = (towns ?? []).map((town) => ({
    ...toPixels(projectPlace(town), view, size),
    name: town.name,
    key: `${town.name}, ${town.state}`,
    width: town.name.length * LETTER + 14,
  }))
  const seen = names.filter(({ x, y }) => x > 0 && y > 0 && x < size.width && y < size.height)
  return (
    <svg aria-hidden width={size.width} height={size.height} className="pointer-events-none absolute inset-0">
      {fitNames(seen, pins).map(({ key, name, x, y }) => (
        <g key={key}>
          <circle cx={x} cy={y} r={1.75} className="fill-muted" />
          <text
            x={x}
            y={y - 6}
            textAnchor="middle"
            strokeWidth={3}
            paintOrder="stroke"
            className="fill-muted stroke-surface-raised text-[0.75rem] font-medium"
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}

/**
 * The visible area, rounded so that small moves reuse the cached response: the center to an eighth of the
 * span, the span to powers of two.
 */
function areaOf(view: View, { width, height }: Size) {
  const span = Math.min(64, 2 ** Math.ceil(Math.log2((Math.max(width, height) / view.scale) * 1.2)))
  const step = span / 8
  const round = (degrees: number) => Math.round(degrees / step) * step
  const { lat, lng } = placeOf(view.center)
  return {
    lat: Math.max(-90, Math.min(90, round(lat))),
    lng: Math.max(-180, Math.min(180, round(lng))),
    span,
  }
}
