import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { monthName } from './month-words.ts'
import type { Statement } from './schema.ts'
import { type Amounts, amountOf } from './statement-amounts.ts'
import { type StatementColumn, statementColumns } from './statement-columns.ts'
import { YearChart } from './year-chart.tsx'

export const columnWords: Record<StatementColumn, string> = {
  gross: 'Gross',
  fees: 'Fees',
  refunds: 'Refunds',
  net: 'Net',
  payouts: 'Paid out',
  direct: 'Paid elsewhere',
}

/** A coach's year: its figures, a chart, and a statement for each month. Every figure leads to the lessons it is made of. */
export function YearStatement({ statement }: { statement: Statement }) {
  const { year, years, total, months, taught } = statement
  // Coaches who are only paid here need no column for it.
  const columns = statementColumns.filter((column) => column !== 'direct' || total.directCents > 0)
  const happened = months.filter((month) => statementColumns.some((column) => amountOf(month, column) !== 0))
  return (
    <div className="@container">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-xl">Statements</h2>
          <p className="mt-0.5 text-sm text-muted">
            This is not a tax form. Months begin at midnight where you teach.
          </p>
        </div>
        <FileLink year={year} label={`CSV of ${year}`} />
      </div>
      {years.length > 1 ? (
        <NavTabs
          label="Years"
          className="mt-4"
          items={years.map((one) => ({
            href: `/earnings-payouts?year=${one}`,
            label: String(one),
            current: one === year,
          }))}
        />
      ) : null}
      <dl
        className={cn(
          'mt-4 grid grid-cols-2 gap-3',
          columns.length > 5 ? '@2xl:grid-cols-3 @4xl:grid-cols-6' : '@2xl:grid-cols-5',
        )}
      >
        {columns.map((column) => (
          <div
            key={column}
            className="rounded-card border bg-surface-raised px-4 py-3 odd:last:col-span-2 @2xl:odd:last:col-span-1"
          >
            <dt className="text-sm text-muted">
              {columnWords[column]} {year}
            </dt>
            <dd className="tabular mt-0.5 text-lg font-semibold">
              <Figure amounts={total} column={column} year={year} />
            </dd>
          </div>
        ))}
      </dl>
      {taught.directCents > 0 ? (
        <p className="mt-3 max-w-prose text-[0.9375rem] text-muted">
          Your whole business: lessons of {formatMoney(taught.revenueCents)} taught in {year}, of which{' '}
          {formatMoney(taught.paidHereCents)} was paid here, after refunds, and{' '}
          {formatMoney(taught.directCents)} in cash or elsewhere. {siteName} holds none of what was paid
          elsewhere.
        </p>
      ) : null}
      {happened.length === 0 ? (
        <p className="mt-4 text-muted">Nothing was paid in {year}.</p>
      ) : (
        <>
          <div className="mt-4 rounded-card border bg-surface-raised p-4">
            <YearChart statement={statement} />
          </div>
          <MonthList year={year} months={happened} columns={columns} />
          <div className="mt-4 hidden @2xl:block">
            <Table label={`Statements of ${year}`}>
              <TableHead>
                <TableRow>
                  <TableHeader>Month</TableHeader>
                  {columns.map((column) => (
                    <TableHeader key={column} numeric>
                      {columnWords[column]}
                    </TableHeader>
                  ))}
                  <TableHeader>
                    <span className="sr-only">Download</span>
                  </TableHeader>
                </TableRow>
              </TableHead>
              <TableBody>
                {happened.toReversed().map((month) => (
                  <TableRow key={month.month}>
                    <TableCell>
                      <MonthLink year={year} month={month.month} />
                    </TableCell>
                    {columns.map((column) => (
                      <TableCell key={column} numeric>
                        <Figure amounts={month} column={column} year={year} month={month.month} />
                      </TableCell>
                    ))}
                    <TableCell numeric>
                      <FileLink
                        year={year}
                        month={month.month}
                        label={`CSV of ${monthName(month.month)} ${year}`}
                        isSmall
                      />
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        </>
      )}
    </div>
  )
}

/** Where there is no room for a table: a card of figures for each month, the newest first. */
function MonthList({
  year,
  months,
  columns,
}: {
  year: number
  months: Statement['months']
  columns: readonly StatementColumn[]
}) {
  return (
    <ul
      aria-label={`Statements of ${year}`}
      className="mt-4 divide-y rounded-card border bg-surface-raised @2xl:hidden"
    >
      {months.toReversed().map((month) => (
        <li key={month.month} className="px-4 py-3">
          <div className="flex items-center justify-between gap-3">
            <MonthLink year={year} month={month.month} />
            <FileLink
              year={year}
              month={month.month}
              label={`CSV of ${monthName(month.month)} ${year}`}
              isSmall
            />
          </div>
          <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1.5 text-[0.9375rem] @md:grid-cols-3">
            {columns.map((column) => (
              <div key={column} className="flex flex-wrap items-baseline justify-between gap-x-3">
                <dt className="text-muted">{columnWords[column]}</dt>
                <dd className="tabular">
                  <Figure amounts={month} column={column} year={year} month={month.month} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function MonthLink({ year, month }: { year: number; month: number }) {
  return (
    <Link to="/earnings-payouts" search={{ year, month }} hash="lines" className="text-link font-semibold">
      {monthName(month)}
    </Link>
  )
}

/** An amount that leads to the lines it is made of; nothing leads nowhere. */
function Figure(props: {
  amounts: Amounts
  column: StatementColumn
  year: number
  month?: number | undefined
}) {
  const { amounts, column, year, month } = props
  const cents = amountOf(amounts, column)
  if (cents === 0) return <span className="text-muted">{formatMoney(0)}</span>
  const when = month ? `${monthName(month)} ${year}` : year
  return (
    <Link
      to="/earnings-payouts"
      search={{ year, ...(month ? { month } : {}), of: column }}
      hash="lines"
      aria-label={`${formatMoney(cents)}, ${columnWords[column].toLowerCase()} of ${when}: see the lessons`}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {formatMoney(cents)}
    </Link>
  )
}

function FileLink(props: { year: number; month?: number; label: string; isSmall?: boolean }) {
  const { year, month, label, isSmall } = props
  return (
    <a
      href={`/api/coach/statement.csv?year=${year}${month ? `&month=${month}` : ''}`}
      download
      className={buttonClass({ size: isSmall ? 'icon-sm' : 'sm', variant: isSmall ? 'ghost' : 'secondary' })}
    >
      <Download aria-hidden />
      <span className={isSmall ? 'sr-only' : ''}>{label}</span>
    </a>
  )
}
