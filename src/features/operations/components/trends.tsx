import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { PeriodTabs } from '#features/analytics/components/period-tabs.tsx'
import { changeSince, readPeriod } from '#features/analytics/period.ts'
import { formatCount, formatMoney } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { operationsClient } from '../client.ts'
import type { Trends as TrendsShown } from '../schema.ts'

type Figure = keyof TrendsShown['now']

interface Trend {
  figure: Figure
  label: string
  /** The list of what the figure is made of. @param days `2026-03-01..2026-03-28` */
  href: (days: string) => string
}

const lessons = (days: string) => `/?tab=lessons&revenue=yes&lessonDate=${days}`
const trends: readonly Trend[] = [
  { figure: 'lessons', label: 'Lessons', href: lessons },
  { figure: 'grossCents', label: 'Gross', href: lessons },
  {
    figure: 'refundsCents',
    label: 'Refunds',
    href: (days) => `${lessons(days)}&payment=refunded,partially_refunded`,
  },
  { figure: 'netCents', label: 'Net', href: lessons },
  { figure: 'feeCents', label: 'Our fee', href: lessons },
  { figure: 'users', label: 'New users', href: (days) => `/admin/users?createdAt=${days}` },
]

const write = (figure: Figure, value: number) =>
  figure.endsWith('Cents') ? formatMoney(value) : formatCount(value)

/** Lessons, revenue and new users of a period, each with the change since the period before, a line of its days and its list. */
export function Trends() {
  const { pathname, searchStr } = useLocation()
  const period = readPeriod(new URLSearchParams(searchStr).get('period') ?? undefined)
  const { data, isError, refetch } = useQuery(
    operationsClient.trends.queryOptions({ input: { period: `${period}` as const }, staleTime: 0 }),
  )
  return (
    <section aria-labelledby="trends">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h2 id="trends" className="text-lg font-semibold">
          Trends
        </h2>
        <PeriodTabs chosen={period} path={pathname} />
      </div>
      {isError && !data ? (
        <p className="flex items-center justify-between gap-3 rounded-card border bg-surface-raised px-4 py-3 text-sm">
          Failed to load the trends.
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border bg-line sm:grid-cols-3 xl:grid-cols-6">
          {trends.map((trend) => (
            <TrendCell key={trend.figure} trend={trend} data={data} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TrendCell({ trend, data }: { trend: Trend; data: TrendsShown | undefined }) {
  const { figure, label, href } = trend
  if (!data)
    return (
      <li className="bg-surface-raised px-4 py-3">
        <p className="text-sm text-muted">{label}</p>
        <Skeleton className="mt-1.5 h-6 w-20" />
        <Skeleton className="mt-2 h-3.5 w-24" />
        <Skeleton className="mt-2 h-7 w-full" />
      </li>
    )
  const now = data.now[figure]
  const before = data.before[figure]
  const change = before === now ? null : changeSince(before, now)
  return (
    <li className="relative min-w-0 bg-surface-raised px-4 py-3 transition-colors hover:bg-surface-hover">
      <Anchor
        href={href(`${data.from}..${data.to}`)}
        className="text-sm text-muted underline decoration-line-strong underline-offset-4 after:absolute after:inset-0"
      >
        {label}
      </Anchor>
      <p className="tabular mt-1 truncate text-xl font-semibold">{write(figure, now)}</p>
      <p className="tabular mt-0.5 flex items-center gap-1 truncate text-sm text-muted">
        {change ? <span className="font-medium text-ink">{change}</span> : null}
        vs. {write(figure, figure.endsWith('Cents') ? Math.round(before / 100) * 100 : before)}
      </p>
      <Sparkline values={data.days.map((day) => day[figure])} className="mt-2 h-7 w-full" />
    </li>
  )
}
