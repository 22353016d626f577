import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatDate, formatDay } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import { ChartTable, labelSize, PointLabel, ValueAxis } from '#ui/chart.tsx'
import { cn } from '#ui/class-names.ts'
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
  smash: 'Smash factor',
  launchDirection: 'Launch direction (left is negative)',
  backSpin: 'Back spin',
  sideSpin: 'Side spin (left is negative)',
  spinAxis: 'Spin axis (left is negative)',
  attackAngle: 'Attack angle (down is negative)',
  clubPath: 'Club path (out to in is negative)',
  faceAngle: 'Face angle (closed is negative)',
  faceToPath: 'Face to path',
  dynamicLoft: 'Dynamic loft',
  apex: 'Apex',
  descentAngle: 'Descent angle',
  hangTime: 'Hang time',
}

/** The display unit as text; empty for a ratio. */
export const unitText = (field: NumberField, system: UnitSystem): string => {
  const unit = shownUnit(field, system)
  return unit === 'ratio' ? '' : unit
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
  const unit = unitText(field, system)
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
      <ChartTable
        caption={unit ? `${name}, in ${unit}` : name}
        columns={['Day', 'Shots', unit ? `Median (${unit})` : 'Median', 'Middle half']}
        rows={points.toReversed().map(({ sessionId, on, count, spread }) => ({
          key: sessionId,
          cells: [
            formatDate(on),
            count,
            spread ? shownNumber(shown(spread.median)) : 'too few',
            spread ? `${shownNumber(shown(spread.low))} to ${shownNumber(shown(spread.high))}` : '–',
          ],
        }))}
      />
    </figure>
  )
}

function changeWords(points: readonly Point[], shown: (si: number) => number, unit: string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const change = shown(last.spread.median) - shown(first.spread.median)
  const overlap = first.spread.high >= last.spread.low && last.spread.high >= first.spread.low
  const words = `${change >= 0 ? '+' : '−'}${shownNumber(Math.abs(change))}${unit && ` ${unit}`} since ${formatDate(first.on)}`
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
      aria-label={`${name}: a chart of ${countOf(points.length, 'session')}; the table below has its numbers`}
      className="w-full"
    >
      <ValueAxis values={y.ticks(4)} y={y} from={EDGE.left} to={WIDTH - EDGE.right} format={shownNumber} />
      <text x={EDGE.left - 8} y={18} textAnchor="end" className={cn('fill-muted', labelSize)}>
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
            <PointLabel x={at(point)} y={HEIGHT - 12}>
              {formatDay(`${point.on}T12:00:00Z`, 'UTC').split(', ')[1]}
            </PointLabel>
          ) : null}
        </g>
      ))}
    </svg>
  )
}
