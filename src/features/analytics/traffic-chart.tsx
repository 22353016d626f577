import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatCount } from '#platform/money.ts'
import { formatDate } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import type { Traffic } from './schema.ts'

type Day = Traffic['days'][number]

const WIDTH = 960
const HEIGHT = 240
const EDGE = { top: 16, right: 44, bottom: 30, left: 52 }

/** Visits a day as a line over an area, and the same numbers as a table whose days open their visits. */
export function TrafficChart({ days }: { days: readonly Day[] }) {
  const most = days.reduce((one, other) => (other.visits > one.visits ? other : one), days[0] as Day)
  return (
    <figure>
      <Drawing days={days} most={most} />
      <details className="mt-1">
        <summary className="min-h-11 py-2.5 text-sm font-medium text-muted hover:text-ink">
          The same numbers as a table
        </summary>
        <div className="max-h-96 overflow-y-auto">
          <table className="w-full text-left text-sm">
            <caption className="sr-only">Visits and page views a day</caption>
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-1 font-medium">
                  Day
                </th>
                <th scope="col" className="py-1 text-right font-medium">
                  Visits
                </th>
                <th scope="col" className="py-1 text-right font-medium">
                  Signed in
                </th>
                <th scope="col" className="py-1 text-right font-medium">
                  Page views
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {days.toReversed().map(({ date, visits, signedIn, views }) => (
                <tr key={date}>
                  <td className="tabular py-1.5">{formatDate(date)}</td>
                  <td className="tabular py-1.5 text-right">
                    <Anchor
                      href={`/admin/analytics/visits?createdAt=${date}..${date}&isTest=no`}
                      className="underline-offset-4 hover:underline"
                    >
                      {formatCount(visits)}
                    </Anchor>
                  </td>
                  <td className="tabular py-1.5 text-right">{formatCount(signedIn)}</td>
                  <td className="tabular py-1.5 text-right">
                    <Anchor
                      href={`/admin/analytics/page-views?createdAt=${date}..${date}&isTest=no`}
                      className="underline-offset-4 hover:underline"
                    >
                      {formatCount(views)}
                    </Anchor>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

function Drawing({ days, most }: { days: readonly Day[]; most: Day }) {
  const x = scalePoint<string>()
    .domain(days.map(({ date }) => date))
    .range([EDGE.left, WIDTH - EDGE.right])
  const y = scaleLinear()
    .domain([0, Math.max(4, most.visits)])
    .nice(4)
    .range([HEIGHT - EDGE.bottom, EDGE.top])
  const at = ({ date }: Day) => x(date) ?? 0
  const above = line<Day>(at, ({ visits }) => y(visits))([...days])
  const under = area<Day>(at, y(0), ({ visits }) => y(visits))([...days])
  const every = Math.ceil(days.length / 7)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Visits a day, most on ${formatDate(most.date)}: ${formatCount(most.visits)}. The table below has all numbers.`}
      className="tabular h-auto w-full"
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text
              x={EDGE.left - 8}
              y={y(tick)}
              dy="0.32em"
              textAnchor="end"
              className="fill-muted text-[13px] max-sm:text-[26px]"
            >
              {formatCount(tick)}
            </text>
          </g>
        ))}
      {under ? <path d={under} className="fill-brand-soft" /> : null}
      {above ? <path d={above} fill="none" strokeWidth={2.5} className="stroke-brand" /> : null}
      {days.map((day, nth) =>
        (days.length - 1 - nth) % every === 0 ? (
          <text
            key={day.date}
            x={at(day)}
            y={HEIGHT - 8}
            textAnchor="middle"
            className="fill-muted text-[13px] max-sm:hidden"
          >
            {formatDate(day.date).replace(/, \d{4}$/, '')}
          </text>
        ) : null,
      )}
    </svg>
  )
}
