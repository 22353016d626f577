import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, OFFICE_ZONE, zoneName } from '#platform/time.ts'
import type { ColumnShown, RowShown } from '../schema.ts'

/** A value as its kind is shown, where a page has nothing better. */
export function Cell({ column, row }: { column: ColumnShown; row: RowShown }) {
  const value = row.cells[column.name] ?? null
  if (value === null || value === '') return <span className="text-muted">–</span>
  switch (column.kind) {
    case 'instant':
      return (
        <time dateTime={String(value)} className="tabular whitespace-nowrap">
          {formatDay(String(value), OFFICE_ZONE, { year: true }).replace(/^\w+, /, '')}
          <span className="text-muted">
            {' '}
            {formatClockTime(String(value), OFFICE_ZONE)} {zoneName(String(value), OFFICE_ZONE)}
          </span>
        </time>
      )
    case 'money':
      return <span className="tabular">{formatMoney(Number(value))}</span>
    case 'choice':
      return column.options?.find((option) => option.value === value)?.label ?? String(value)
    case 'yes-no':
      return value ? 'Yes' : <span className="text-muted">No</span>
    default:
      return typeof value === 'number' ? (
        <span className="tabular">{value}</span>
      ) : (
        <bdi className="wrap-break-word">{String(value)}</bdi>
      )
  }
}
