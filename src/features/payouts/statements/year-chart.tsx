import { scaleBand, scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { formatMoney } from '#platform/money.ts'
import { monthName, monthShort } from './month-words.ts'
import type { Statement } from './schema.ts'

const WIDTH = 720
const HEIGHT = 220
const space = { top: 14, right: 8, bottom: 26, left: 56 }

/** A year in bars, what was earned each month, and a line for what was sent. The table below it has the same numbers. */
export function YearChart({ statement }: { statement: Statement }) {
  const { months } = statement
  const x = scaleBand<number>()
    .domain(months.map(({ month }) => month))
    .range([space.left, WIDTH - space.right])
    .padding(0.28)
  const all = months.flatMap(({ netCents, paidOutCents }) => [netCents, paidOutCents])
  const y = scaleLinear()
    .domain([Math.min(0, ...all), Math.max(10_000, ...all)])
    .nice(4)
    .range([HEIGHT - space.bottom, space.top])
  const sent = line<Statement['months'][number]>()
    .x(({ month }) => x(month) ?? 0)
    .y(({ paidOutCents }) => y(paidOutCents))
    .curve(curveStepAfter)
  const last = months.at(-1)
  const best = months.reduce((one, other) => (other.netCents > one.netCents ? other : one))
  const path = sent(months) ?? ''
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Earned each month of ${statement.year}, most in ${monthName(best.month)}: ${formatMoney(best.netCents)}. The table below has all numbers.`}
        className="tabular h-auto w-full"
      >
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line
              x1={space.left}
              x2={WIDTH - space.right}
              y1={y(tick)}
              y2={y(tick)}
              className="stroke-line"
              strokeWidth={tick === 0 ? 1.5 : 1}
            />
            <text
              x={space.left - 8}
              y={y(tick)}
              dy="0.32em"
              textAnchor="end"
              className="fill-muted text-[0.75rem]"
            >
              {formatMoney(tick)}
            </text>
          </g>
        ))}
        {months.map(({ month, netCents }) => (
          <g key={month}>
            <rect
              x={x(month)}
              width={x.bandwidth()}
              y={Math.min(y(netCents), y(0))}
              height={Math.abs(y(netCents) - y(0))}
              rx={3}
              className={netCents < 0 ? 'fill-accent' : 'fill-brand'}
            />
            <text
              x={(x(month) ?? 0) + x.bandwidth() / 2}
              y={HEIGHT - 8}
              textAnchor="middle"
              className="fill-muted text-[0.75rem]"
            >
              {monthShort(month)}
            </text>
          </g>
        ))}
        <path
          d={last ? `${path}H${(x(last.month) ?? 0) + x.bandwidth()}` : path}
          fill="none"
          strokeWidth={2}
          strokeDasharray="5 3"
          className="stroke-gold"
        />
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-[3px] bg-brand" />
          Earned, after fees and refunds
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-0 w-5 border-t-2 border-dashed border-gold" />
          Sent to your account
        </span>
      </figcaption>
    </figure>
  )
}
