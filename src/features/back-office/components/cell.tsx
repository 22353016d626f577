import { useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatClockTime, formatDay, OFFICE_ZONE, zoneName } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import type { ColumnShown, RowShown } from '../schema.ts'

/** The value of a row in a column as text; empty when there is none. */
export const cellText = (row: RowShown, column: string): string => String(row.cells[column] ?? '')

/** A value as its kind is shown, where a page has nothing better. */
export function ListCell({ column, row, now }: { column: ColumnShown; row: RowShown; now: string }) {
  const value = row.cells[column.name] ?? null
  if (value === null || value === '') return <span className="text-muted">–</span>
  switch (column.kind) {
    case 'instant':
      return <ShortMoment instant={String(value)} now={now} />
    case 'money':
      return <span className="tabular">{formatMoney(Number(value))}</span>
    case 'choice':
      return <Choice label={column.options?.find((one) => one.value === value)?.label ?? String(value)} />
    case 'yes-no':
      return value ? 'Yes' : <span className="text-muted">No</span>
    default:
      if (typeof value === 'number') return <span className="tabular">{value}</span>
      if (column.isLong) return <LongText text={String(value)} />
      return <bdi title={String(value)}>{String(value)}</bdi>
  }
}

const Choice = ({ label }: { label: string }) => (
  <span title={label} className="inline-block max-w-44 truncate align-bottom">
    {label}
  </span>
)

/** `Nov 24, 10:06 AM`, with the year when it is another than now; the zone, New York's, is in its title and for screen readers. */
function ShortMoment({ instant, now }: { instant: string; now: string }) {
  const yearOf = (at: string) => dateIn(Date.parse(at), OFFICE_ZONE).slice(0, 4)
  const time = formatClockTime(instant, OFFICE_ZONE)
  const zone = zoneName(instant, OFFICE_ZONE)
  const day = formatDay(instant, OFFICE_ZONE, { year: yearOf(instant) !== yearOf(now) })
  return (
    <time
      dateTime={instant}
      title={`${formatDay(instant, OFFICE_ZONE, { year: true })}, ${time} ${zone}`}
      className="tabular whitespace-nowrap"
    >
      {day.replace(/^\w+, /, '')}
      <span className="text-muted">
        , {time}
        <span className="sr-only"> {zone}</span>
      </span>
    </time>
  )
}

/** Sentences in a list: one line of them, all of them when it is pressed. */
function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className={cn(
        'block min-h-6 w-full cursor-pointer rounded-sm text-left',
        isOpen ? 'py-1 wrap-anywhere whitespace-pre-line' : 'truncate',
      )}
    >
      <bdi>{text}</bdi>
    </button>
  )
}
