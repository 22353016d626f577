import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatCount } from '#platform/money.ts'
import { formatDate } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { ChartTable, PointLabel, ValueAxis } from '#ui/chart.tsx'
import type { Traffic } from '../schema.ts'

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
      <ChartTable
        caption="Visits and page views a day"
        columns={['Day', 'Visits', 'Signed in', 'Page views']}
        rows={days.toReversed().map(({ date, visits, signedIn, views }) => ({
          key: date,
          cells: [
            formatDate(date),
            <DayLink key="visits" list="visits" date={date} count={visits} />,
            formatCount(signedIn),
            <DayLink key="views" list="page-views" date={date} count={views} />,
          ],
        }))}
      />
    </figure>
  )
}

function DayLink({ list, date, count }: { list: 'visits' | 'page-views'; date: string; count: number }) {
  return (
    <Anchor
      href={`/admin/analytics/${list}?createdAt=${date}..${date}&isTest=no`}
      className="underline-offset-4 hover:underline"
    >
      {formatCount(count)}
    </Anchor>
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
      <ValueAxis
        values={y.ticks(4).filter(Number.isInteger)}
        y={y}
        from={EDGE.left}
        to={WIDTH - EDGE.right}
        format={formatCount}
        className="text-[13px] max-sm:text-[26px]"
      />
      {under ? <path d={under} className="fill-brand-soft" /> : null}
      {above ? <path d={above} fill="none" strokeWidth={2.5} className="stroke-brand" /> : null}
      {days.map((day, nth) =>
        (days.length - 1 - nth) % every === 0 ? (
          <PointLabel key={day.date} x={at(day)} y={HEIGHT - 8} className="text-[13px] max-sm:hidden">
            {formatDate(day.date).replace(/, \d{4}$/, '')}
          </PointLabel>
        ) : null,
      )}
    </svg>
  )
}
