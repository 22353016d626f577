import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { monthName } from './month-words.ts'
import { nextWords } from './next-words.ts'
import type { StatementLine } from './schema.ts'
import { type Amounts, amountDetail, amountOf, shownAmount, shownWords } from './statement-amounts.ts'
import type { StatementColumn } from './statement-columns.ts'
import { columnWords } from './year-statement.tsx'

/** One time line of a coach's money, newest first: what happened to it, and what happens next and when. */
export function StatementLines({
  year,
  month,
  of,
  total,
  sum,
  lines,
  zone,
}: {
  year: number
  month?: number | undefined
  of?: StatementColumn | undefined
  total: number
  sum: Amounts
  lines: readonly StatementLine[]
  /** Where the coach teaches. */
  zone: string
}) {
  const when = month ? `${monthName(month)} ${year}` : String(year)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">
          {of ? `${columnWords[of]} of ${when}` : `Statement of ${when}`}
          <span className="tabular ml-3 text-base font-normal text-muted">
            {formatMoney(amountOf(sum, of ?? 'net'))}
            {!of && sum.directCents > 0 ? ` and ${formatMoney(sum.directCents)} paid elsewhere,` : ''} in{' '}
            {total} {total === 1 ? 'line' : 'lines'}
          </span>
        </h2>
        <LinkButton href={`/earnings-payouts?year=${year}`} size="sm">
          <X aria-hidden />
          Back to lesson by lesson
        </LinkButton>
      </div>
      <ol className="divide-y rounded-card border bg-surface-raised">
        {lines.map((line) => (
          <li key={line.id} className="grid grid-cols-[1fr_auto] gap-x-4 px-4 py-3">
            <p className="min-w-0 font-medium">
              {shownWords(line, of)}
              {line.bookingId ? (
                <Link
                  to="/lessons"
                  search={{ lesson: line.bookingId }}
                  className="text-link ml-2 font-normal wrap-anywhere"
                >
                  {line.title} with <bdi>{line.studentName}</bdi>
                </Link>
              ) : (
                <span className="ml-2 font-normal wrap-anywhere">
                  {line.title} for <bdi>{line.studentName}</bdi>
                </span>
              )}
            </p>
            <p className="tabular text-right font-semibold">{formatMoney(shownAmount(line, of))}</p>
            <p className="tabular col-span-2 text-sm text-muted">
              {formatMoment(line.at, zone)}
              {[amountDetail(line), line.kind === 'direct' ? null : nextWords(line.next, zone, 'coach')].map(
                (words) => (words ? ` · ${words}` : null),
              )}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
