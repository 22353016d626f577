import { useQuery } from '@tanstack/react-query'
import { Clock, Eye, MousePointerClick, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatCards } from '#ui/stat-cards.tsx'
import { analyticsClient } from '../client.ts'
import { changeSince, type Days } from '../period.ts'
import type { FunnelStep, Traffic } from '../schema.ts'
import { TrafficChart } from './traffic-chart.tsx'

const stepWords: Record<FunnelStep, string> = {
  visited: 'Visited',
  searched: 'Searched, or saw a list of coaches',
  opened: 'Opened a coach',
  asked: 'Pressed message or book',
  booked: 'Booked a lesson',
  paid: 'Paid it',
}

const vitalWords: Record<Traffic['vitals'][number]['name'], string> = {
  LCP: 'The largest thing is there',
  FCP: 'The first thing is there',
  INP: 'Answers a press',
  CLS: 'How much the page jumps',
  TTFB: 'The server answers',
}

/** Traffic: visits by day, the funnel, top pages, sources and web vitals. */
export function TrafficView({ days }: { days: Days }) {
  const { data, isError, refetch } = useQuery(
    analyticsClient.traffic.queryOptions({ input: days, staleTime: 0 }),
  )
  if (isError && !data)
    return (
      <EmptyState
        className="mt-6"
        title="Failed to load analytics"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        Nothing was lost. Please try again in a moment.
      </EmptyState>
    )
  // The linked lists use the same filters as the figures, so that the numbers match.
  const span = `createdAt=${days.from}..${days.to}&isTest=no`
  return (
    <div className="mt-6 grid gap-6">
      <Totals traffic={data} />
      <Panel title="Visits a day">
        {data ? <TrafficChart days={data.days} /> : <Skeleton className="h-60 w-full" />}
      </Panel>
      <Panel title="From a visit to a paid lesson">
        {data ? <Funnel funnel={data.funnel} /> : <Skeleton className="h-64 w-full" />}
      </Panel>
      <div className="grid gap-6 xl:grid-cols-2">
        <Panel
          title="Pages"
          action={<Anchor href={`/admin/analytics/page-views?${span}`}>All page views</Anchor>}
        >
          <Numbers
            head={['Page', 'Views', 'Visits']}
            rows={data?.pages.map(({ path, views, visits }) => [path, views, visits])}
            empty="No page was looked at in these days."
          />
        </Panel>
        <Panel
          title="Where visits come from"
          action={<Anchor href={`/admin/analytics/visits?${span}`}>All visits</Anchor>}
        >
          <Numbers
            head={['Source', 'Visits']}
            rows={data?.sources.map(({ source, visits }) => [source, visits])}
            empty="No visits in these days."
          />
        </Panel>
      </div>
      <Panel title="How fast pages feel" note="Three of four visits felt a page at least so fast.">
        <Numbers
          head={['Measure', 'Three of four', 'Good', 'Measured']}
          rows={data?.vitals.map(({ name, p75, goodPercent, measured }) => [
            `${vitalWords[name]} (${name})`,
            name === 'CLS' ? p75.toFixed(2) : `${(p75 / 1000).toFixed(2)} s`,
            `${goodPercent}%`,
            measured,
          ])}
          empty="Nothing was measured in these days."
        />
      </Panel>
    </div>
  )
}

function Totals({ traffic }: { traffic: Traffic | undefined }) {
  const loading = !traffic
  const now = traffic?.totals
  const before = traffic?.before
  const against = (name: 'visits' | 'signedIn' | 'views') => {
    const change = now && before ? changeSince(before[name], now[name]) : null
    return change ? `${change} against the days before` : 'No earlier data to compare'
  }
  return (
    <StatCards
      loading={loading}
      cards={[
        {
          label: 'Visits',
          icon: MousePointerClick,
          value: formatCount(now?.visits ?? 0),
          note: against('visits'),
        },
        {
          label: 'Signed-in visits',
          icon: UserRound,
          value: formatCount(now?.signedIn ?? 0),
          note: against('signedIn'),
        },
        {
          label: 'Page views',
          icon: Eye,
          value: formatCount(now?.views ?? 0),
          note: against('views'),
        },
        {
          label: 'Time on a page',
          icon: Clock,
          value: now?.secondsAView == null ? '–' : `${Math.round(now.secondsAView)} s`,
          note:
            before?.secondsAView == null
              ? 'On average, while it was in sight'
              : `${Math.round(before.secondsAView)} s in the days before`,
        },
      ]}
    />
  )
}

function Panel(props: { title: string; note?: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="min-w-0 rounded-card border bg-surface-raised p-5 sm:p-6">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold">{props.title}</h2>
        {props.action ? (
          <div className="text-sm font-medium text-brand [&_a]:hover:underline">{props.action}</div>
        ) : null}
        {props.note ? <p className="basis-full text-sm text-muted">{props.note}</p> : null}
      </div>
      {props.children}
    </section>
  )
}

/** Shows each funnel step as a bar relative to the first step, with the conversion from the step before. */
function Funnel({ funnel }: { funnel: Traffic['funnel'] }) {
  const began = funnel[0]?.visits ?? 0
  if (began === 0) return <p className="text-muted">No visits in these days.</p>
  return (
    <ol className="grid gap-3">
      {funnel.map(({ step, visits }, at) => {
        const before = at === 0 ? visits : (funnel[at - 1]?.visits ?? 0)
        return (
          <li key={step}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <span className="font-medium">{stepWords[step]}</span>
              <span className="tabular text-muted">
                <strong className="text-ink">{formatCount(visits)}</strong>
                {at === 0 ? null : before > 0 ? ` · ${percent(visits, before)} of the step before` : ' · –'}
              </span>
            </div>
            <div aria-hidden className="mt-1.5 h-2.5 rounded-full bg-surface-sunken">
              <div
                className="h-full min-w-0.5 rounded-full bg-brand"
                style={{ width: `${(visits / began) * 100}%` }}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const percent = (part: number, whole: number) => {
  const share = (part / whole) * 100
  return `${share > 0 && share < 10 ? share.toFixed(1) : Math.round(share)}%`
}

function Numbers(props: {
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[] | undefined
  empty: string
}) {
  const { head, rows, empty } = props
  if (!rows) return <Skeleton className="h-48 w-full" />
  if (rows.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <table className="w-full text-left text-sm">
      <thead className="text-muted">
        <tr>
          {head.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={at === 0 ? 'py-1 font-medium' : 'py-1 pl-4 text-right font-medium'}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, at) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                key={at}
                className={at === 0 ? 'py-2 wrap-anywhere' : 'tabular py-2 pl-4 text-right whitespace-nowrap'}
              >
                {typeof cell === 'number' ? formatCount(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
