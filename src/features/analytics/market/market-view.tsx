import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { CalendarCheck, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '#platform/money.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatCards } from '#ui/stat-cards.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { analyticsClient } from '../client.ts'
import { marketHref, rowsHref } from './links.ts'
import { monthsLater, shortMonth } from './months.ts'
import { type Cohort, type MarketRow, marketInput } from './schema.ts'

interface Place {
  month: string | null
  area: string | null
}

/** The month and the area in the address; anything else in it is ignored. */
function usePlace(): Place {
  const { searchStr } = useLocation()
  const params = new URLSearchParams(searchStr)
  const read = (name: 'month' | 'area') => {
    const value = marketInput.shape[name].safeParse(params.get(name) ?? undefined)
    return value.success ? (value.data ?? null) : null
  }
  return { month: read('month'), area: read('area') }
}

const areaName = (area: string, name: string | null = null): string =>
  area === 'none' ? 'Without a ZIP code' : name ? `${name} (${area})` : `ZIP codes ${area}…`

/** Leaves out the months before anything happened. */
const sinceTheBeginning = (months: readonly MarketRow[]) =>
  months.slice(
    0,
    1 +
      months.findLastIndex((row) => Object.values({ ...row, key: null, name: null }).some((value) => value)),
  )

/** Whether the market works, by month and area; each figure opens its rows. */
export function MarketView() {
  const place = usePlace()
  const { month, area } = place
  const input = { ...(area ? { area } : {}), ...(month ? { month } : {}) }
  const { data, isError, refetch } = useQuery(analyticsClient.market.queryOptions({ input, staleTime: 0 }))
  const rows = data ? (month ? data.rows : sinceTheBeginning(data.rows)) : []
  const title = [month ? shortMonth(month) : null, area ? areaName(area) : null].filter(Boolean).join(', ')
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <PageHeader
        title="Market"
        lead="Months are New York’s, areas are the first three digits of ZIP codes. Each figure opens its rows."
        className="mb-5"
      />
      {title ? (
        <p className="mb-5 flex flex-wrap items-baseline gap-x-4">
          <strong>{title}</strong>
          <Anchor href="/admin/market" className="text-sm font-medium text-brand hover:underline">
            Show all months and areas
          </Anchor>
        </p>
      ) : null}
      {isError && !data ? (
        <EmptyState
          title="Failed to load the figures"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          Nothing was lost. Please try again in a moment.
        </EmptyState>
      ) : (
        <>
          {data ? <Updated at={data.updatedAt} isComplete={data.isComplete} /> : null}
          <StatCards
            loading={!data}
            cards={[
              {
                label: 'Open within 72 hours',
                icon: CalendarCheck,
                value: formatCount(data?.coaches.open ?? 0),
                note: 'Coaches a student can book now',
                href: rowsHref('coaches', { month: null, area }, { isOpen: 'yes' }),
              },
              {
                label: 'Listed coaches',
                icon: UsersRound,
                value: formatCount(data?.coaches.listed ?? 0),
                note: 'Shown in the search now',
                href: rowsHref('coaches', { month: null, area }),
              },
            ]}
          />
          <h2 className="mt-8 mb-3 text-lg font-semibold">{month ? 'By area' : 'By month'}</h2>
          {!data ? (
            <Skeleton className="h-96 w-full" />
          ) : rows.length === 0 ? (
            <EmptyState title="Nothing happened here yet">Choose another month or area.</EmptyState>
          ) : (
            <Figures rows={rows} place={place} />
          )}
          {month ? null : <Cohorts area={area} />}
        </>
      )}
    </main>
  )
}

/** Which lessons and money the figures contain. */
function Updated({ at, isComplete }: { at: string; isComplete: boolean }) {
  return (
    <p className="mb-5 text-sm text-muted" role="status">
      {isComplete
        ? `Lessons and money until ${formatMoment(at, OFFICE_ZONE)}. Openings are computed every ten minutes.`
        : 'Lessons and money of earlier months are being added up. This takes some minutes.'}
    </p>
  )
}

const heads = [
  'Searches',
  'Without a result',
  'ZIP codes without a result',
  'Coaches open within 72 hours',
  'Booked time',
  'Sales',
  'Fee',
  'Refunds',
  'Lessons booked',
  'First lessons',
  'Returned',
  'Days to first lesson',
] as const

/** With one decimal below 100. */
const rounded = (value: number) =>
  value < 100 ? String(Math.round(value * 10) / 10) : formatCount(Math.round(value))

/** The figures of each row in the order of the heads, with the rows they open. */
function figuresOf(row: MarketRow, place: Place): { text: string; href: string }[] {
  const count = (value: number, ...link: Parameters<typeof rowsHref>) => ({
    text: formatCount(value),
    href: rowsHref(...link),
  })
  const cents = (value: number, column: string) => ({
    text: formatMoney(value),
    href: rowsHref('money', place, column === 'fee' ? {} : { [column]: '0.01..' }),
  })
  return [
    count(row.searches, 'searches', place),
    count(row.withoutResult, 'searches', place, { results: '0..0' }),
    count(row.zipsInVain, 'zips', place),
    { text: row.openCoaches === null ? '–' : rounded(row.openCoaches), href: rowsHref('days', place) },
    { text: row.fillRate === null ? '–' : `${rounded(row.fillRate * 100)}%`, href: rowsHref('days', place) },
    cents(row.grossCents, 'gross'),
    cents(row.feeCents, 'fee'),
    cents(row.refundsCents, 'refunds'),
    count(row.lessons, 'lessons', place),
    count(row.firstLessons, 'lessons', place, { isFirst: 'yes' }),
    count(row.returned, 'lessons', place, { isCounted: 'yes', isReturn: 'yes' }),
    {
      text: row.daysToFirst === null ? '–' : rounded(row.daysToFirst),
      href: rowsHref('lessons', place, { isFirst: 'yes' }),
    },
  ]
}

function Figures({ rows, place }: { rows: readonly MarketRow[]; place: Place }) {
  const lines = rows.map((row) => {
    const at = place.month ? { month: place.month, area: row.key } : { month: row.key, area: place.area }
    const name = place.month ? areaName(row.key, row.name) : shortMonth(row.key)
    // A month leads to its areas, and an area to its months.
    const href = marketHref(place.month ? { month: null, area: row.key } : { month: row.key, area: null })
    return { key: row.key, name, href, figures: figuresOf(row, at) }
  })
  return (
    <>
      <div className="hidden lg:block">
        <Table label="Figures">
          <TableHead>
            <TableRow>
              <TableHeader className="px-2.5">{place.month ? 'Area' : 'Month'}</TableHeader>
              {heads.map((head) => (
                <TableHeader key={head} className="px-2.5 py-2 text-right whitespace-normal">
                  {head}
                </TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map(({ key, name, href, figures }) => (
              <TableRow key={key}>
                <TableCell className={cn('px-2.5', !place.month && 'whitespace-nowrap')}>
                  <Anchor href={href} className="font-medium underline-offset-4 hover:underline">
                    {name}
                  </Anchor>
                </TableCell>
                {figures.map((figure, at) => (
                  <TableCell key={heads[at]} className="tabular px-2.5 text-right">
                    <Figure {...figure} name={`${heads[at]}, ${name}`} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <ul className="grid gap-3 lg:hidden">
        {lines.map(({ key, name, href, figures }) => (
          <li key={key} className="rounded-card border bg-surface-raised p-4">
            <Anchor href={href} className="font-semibold underline-offset-4 hover:underline">
              {name}
            </Anchor>
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
              {figures.map((figure, at) => (
                <div key={heads[at]}>
                  <dt className="text-muted">{heads[at]}</dt>
                  <dd className="tabular">
                    <Figure {...figure} name={`${heads[at]}, ${name}`} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

function Figure({ text, href, name }: { text: string; href: string; name: string }) {
  if (text === '0' || text === '–') return <span className="text-muted">{text}</span>
  return (
    <Anchor href={href} className="underline-offset-4 hover:underline">
      {text}
      <span className="sr-only"> {name}</span>
    </Anchor>
  )
}

function Cohorts({ area }: { area: string | null }) {
  const { data, isError } = useQuery(
    analyticsClient.cohorts.queryOptions({ input: area ? { area } : {}, staleTime: 0 }),
  )
  if (isError) return null
  return (
    <section aria-labelledby="cohorts">
      <h2 id="cohorts" className="mt-8 mb-1 text-lg font-semibold">
        Who comes back
      </h2>
      <p className="mb-3 text-sm text-muted">
        Students by the month of their first lesson, and how many of them booked in each month since.
      </p>
      {data ? <CohortTable cohorts={data} area={area} /> : <Skeleton className="h-64 w-full" />}
    </section>
  )
}

function CohortTable({ cohorts, area }: { cohorts: readonly Cohort[]; area: string | null }): ReactNode {
  const filled = cohorts.filter(({ students }) => (students[0] ?? 0) > 0)
  if (filled.length === 0) return <p className="text-muted">No first lessons yet.</p>
  const longest = Math.max(...filled.map(({ students }) => students.length))
  return (
    <Table label="Students by month">
      <TableHead>
        <TableRow>
          <TableHeader>First lesson</TableHeader>
          {Array.from({ length: longest }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number of months is the column.
            <TableHeader key={at} className="text-right">
              {at === 0 ? 'Students' : `+${at}`}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {filled.map(({ month, students }) => (
          <TableRow key={month}>
            <TableCell className="whitespace-nowrap">{shortMonth(month)}</TableCell>
            {Array.from({ length: longest }, (_, at) => {
              const booked = monthsLater(month, at)
              const { searchParams } = new URL(rowsHref('lessons', { month, area: null }), 'https://rows')
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the number of months is the column.
                <TableCell key={at} className="tabular text-right">
                  {students[at] === undefined ? null : (
                    <Figure
                      text={formatCount(students[at])}
                      name={`students of ${shortMonth(month)} in ${shortMonth(booked)}`}
                      href={rowsHref(
                        'lessons',
                        { month: booked, area },
                        { isCounted: 'yes', firstAt: searchParams.get('at') ?? '' },
                      )}
                    />
                  )}
                </TableCell>
              )
            })}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
