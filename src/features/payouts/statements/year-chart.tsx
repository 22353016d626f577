import { scaleBand, scaleLinear } from 'd3-scale'
import { curveStepAfter, line } from 'd3-shape'
import { formatMoney } from '#platform/money.ts'
import { monthName, monthShort } from './month-words.ts'
import type { Statement } from './schema.ts'

const HEIGHT = 220
/** Room for the amounts, left of the bars. */
const AMOUNTS = 52
const space = { top: 14, bottom: 26 }
const percent = (share: number) => `${share}%`

/**
 * A year in bars, what was earned each month, and a line for what was sent. The table below it has the same numbers.
 * Across it is measured in hundredths of its place, so that its words are of one size on every screen.
 */
export function YearChart({ statement }: { statement: Statement }) {
  const { months } = statement
  const x = scaleBand<number>()
    .domain(months.map(({ month }) => month))
    .range([0, 100])
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
  // Of months to come nothing is known: the line ends with the present one.
  const begun = months.slice(0, statement.lastMonth)
  const last = begun.at(-1)
  const best = months.reduce((one, other) => (other.netCents > one.netCents ? other : one))
  const path = sent(begun) ?? ''
  return (
    <figure>
      <div
        role="img"
        aria-label={`Earned each month of ${statement.year}, most in ${monthName(best.month)}: ${formatMoney(best.netCents)}. The table below has all numbers.`}
        className="tabular flex gap-2"
      >
        <svg aria-hidden width={AMOUNTS} height={HEIGHT} className="shrink-0">
          {y.ticks(4).map((tick) => (
            <text
              key={tick}
              x={AMOUNTS}
              y={y(tick)}
              dy="0.32em"
              textAnchor="end"
              className="fill-muted text-[0.75rem]"
            >
              {formatMoney(tick)}
            </text>
          ))}
        </svg>
        <svg aria-hidden width="100%" height={HEIGHT} className="min-w-0 flex-1">
          {y.ticks(4).map((tick) => (
            <line
              key={tick}
              x1="0%"
              x2="100%"
              y1={y(tick)}
              y2={y(tick)}
              className="stroke-line"
              strokeWidth={tick === 0 ? 1.5 : 1}
            />
          ))}
          {months.map(({ month, netCents }) => {
            const middle = { x: percent((x(month) ?? 0) + x.bandwidth() / 2), y: HEIGHT - 8 }
            return (
              <g key={month}>
                <rect
                  x={percent(x(month) ?? 0)}
                  width={percent(x.bandwidth())}
                  y={Math.min(y(netCents), y(0))}
                  height={Math.abs(y(netCents) - y(0))}
                  rx={3}
                  className={netCents < 0 ? 'fill-accent' : 'fill-brand'}
                />
                <text {...middle} textAnchor="middle" className="fill-muted text-[0.75rem] @md:hidden">
                  {monthShort(month).slice(0, 1)}
                </text>
                <text {...middle} textAnchor="middle" className="hidden fill-muted text-[0.75rem] @md:block">
                  {monthShort(month)}
                </text>
              </g>
            )
          })}
          <svg
            aria-hidden
            width="100%"
            height={HEIGHT}
            viewBox={`0 0 100 ${HEIGHT}`}
            preserveAspectRatio="none"
          >
            <path
              d={last ? `${path}H${(x(last.month) ?? 0) + x.bandwidth()}` : path}
              fill="none"
              strokeWidth={2}
              strokeDasharray="5 3"
              vectorEffect="non-scaling-stroke"
              className="stroke-gold"
            />
          </svg>
        </svg>
      </div>
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
