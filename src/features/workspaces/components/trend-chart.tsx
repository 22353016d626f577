import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatDate, formatDay } from '#platform/time.ts'
import type { ShotTrends } from '../shots/schema.ts'
import type { NumberField } from '../shots/shot-units.ts'
import { inShownUnit, shownNumber, shownUnit, type UnitSystem } from '../shots/trends.ts'

type Measure = ShotTrends['clubs'][number]['measures'][number]
type Point = Measure['points'][number] & { spread: NonNullable<Measure['points'][number]['spread']> }

const WIDTH = 640
const HEIGHT = 280
const EDGE = { top: 44, right: 28, bottom: 40, left: 56 }

export const fieldLabels: Record<NumberField, string> = {
  clubSpeed: 'Club speed',
  ballSpeed: 'Ball speed',
  carry: 'Carry',
  total: 'Total distance',
  side: 'Offline (left is negative)',
  launchAngle: 'Launch angle',
  spin: 'Spin',
}

/**
 * One measure of one club by session: the median, the interquartile range, and a table of the same numbers.
 */
export function TrendChart({
  club,
  measure,
  system,
}: {
  club: string
  measure: Measure
  system: UnitSystem
}) {
  const { field, points } = measure
  const unit = shownUnit(field, system)
  const shown = (si: number) => inShownUnit(si, field, system)
  const enough = points.filter((point): point is Point => point.spread !== null)
  const name = `${fieldLabels[field]} with ${club}`
  return (
    <figure>
      {enough.length > 0 ? <Drawing points={enough} shown={shown} unit={unit} name={name} /> : null}
      <figcaption className="mt-1 text-sm text-muted">
        {enough.length > 0
          ? 'The line is the median of each session, the band its middle half. '
          : 'Too few shots for a trend: five in a session are needed. '}
        {enough.length > 1 ? changeWords(enough, shown, unit) : null}
      </figcaption>
      <details className="mt-1">
        <summary className="min-h-11 py-2.5 text-sm font-medium text-muted hover:text-ink">
          The same numbers as a table
        </summary>
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{`${name}, in ${unit}`}</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Day
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Shots
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {`Median (${unit})`}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Middle half
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.toReversed().map((point) => (
              <tr key={point.sessionId}>
                <td className="tabular py-1.5">{formatDate(point.on)}</td>
                <td className="tabular py-1.5 text-right">{point.count}</td>
                <td className="tabular py-1.5 text-right">
                  {point.spread ? shownNumber(shown(point.spread.median)) : 'too few'}
                </td>
                <td className="tabular py-1.5 text-right">
                  {point.spread
                    ? `${shownNumber(shown(point.spread.low))} to ${shownNumber(shown(point.spread.high))}`
                    : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function changeWords(points: readonly Point[], shown: (si: number) => number, unit: string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const change = shown(last.spread.median) - shown(first.spread.median)
  const overlap = first.spread.high >= last.spread.low && last.spread.high >= first.spread.low
  const words = `${change >= 0 ? '+' : '−'}${shownNumber(Math.abs(change))} ${unit} since ${formatDate(first.on)}`
  return overlap ? `${words}; the middle halves still overlap.` : `${words}.`
}

function Drawing({
  points,
  shown,
  unit,
  name,
}: {
  points: readonly Point[]
  shown: (si: number) => number
  unit: string
  name: string
}) {
  const x = scalePoint<string>()
    .domain(points.map(({ sessionId }) => sessionId))
    .range([EDGE.left, WIDTH - EDGE.right])
    .padding(points.length === 1 ? 0.5 : 0.1)
  const lows = points.map(({ spread }) => shown(spread.low))
  const highs = points.map(({ spread }) => shown(spread.high))
  const y = scaleLinear()
    .domain([Math.min(...lows), Math.max(...highs)])
    .nice(4)
    .range([HEIGHT - EDGE.bottom, EDGE.top])
  const at = (point: Point) => x(point.sessionId) ?? 0
  const middle = line<Point>(at, (point) => y(shown(point.spread.median)))(points as Point[])
  const band = area<Point>(
    at,
    (point) => y(shown(point.spread.low)),
    (point) => y(shown(point.spread.high)),
  )(points as Point[])
  const every = Math.ceil(points.length / 5)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${name}: a chart of ${points.length} sessions; the table below has its numbers`}
      className="w-full"
    >
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text
            x={EDGE.left - 8}
            y={y(tick) + 4}
            textAnchor="end"
            className="tabular fill-muted text-[13px] max-sm:text-[22px]"
          >
            {shownNumber(tick)}
          </text>
        </g>
      ))}
      <text x={EDGE.left - 8} y={18} textAnchor="end" className="fill-muted text-[13px] max-sm:text-[22px]">
        {unit}
      </text>
      {band && points.length > 1 ? <path d={band} className="fill-brand-soft" /> : null}
      {points.map((point) => (
        <line
          key={point.sessionId}
          x1={at(point)}
          x2={at(point)}
          y1={y(shown(point.spread.low))}
          y2={y(shown(point.spread.high))}
          strokeWidth={2}
          className="stroke-line-strong"
        />
      ))}
      {middle ? <path d={middle} fill="none" strokeWidth={2.5} className="stroke-brand" /> : null}
      {points.map((point, nth) => (
        <g key={point.sessionId}>
          <circle cx={at(point)} cy={y(shown(point.spread.median))} r={4.5} className="fill-brand" />
          {nth % every === 0 ? (
            <text
              x={at(point)}
              y={HEIGHT - 12}
              textAnchor="middle"
              className="tabular fill-muted text-[13px] max-sm:text-[22px]"
            >
              {formatDay(`${point.on}T12:00:00Z`, 'UTC').split(', ')[1]}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}
