import type { ReactNode } from 'react'
import type { ColumnShown, RowShown } from '../schema.ts'

/** A row as a card on phones: its name and states, then the other columns, then one line of long text. */
export function ListCard(props: {
  shown: readonly ColumnShown[]
  primary: ColumnShown | undefined
  row: RowShown
  draw: (column: ColumnShown, row: RowShown) => ReactNode
  /** Columns that are shown as badges. */
  badges: readonly string[]
  children: ReactNode
}) {
  const { shown, primary, row, draw, badges } = props
  const filled = shown.filter((column) => {
    const value = row.cells[column.name] ?? null
    return column !== primary && value !== null && value !== '' && value !== false
  })
  const isState = ({ name, kind }: ColumnShown) => kind === 'choice' && badges.includes(name)
  const states = filled.filter(isState)
  const facts = filled.filter((column) => !isState(column) && !column.isLong)
  // One name or one time explains itself; of several, each needs its label.
  const isPlain = ({ kind }: ColumnShown) =>
    (kind === 'text' || kind === 'instant') &&
    shown.filter((one) => one !== primary && one.kind === kind && !one.isLong).length === 1
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <div className="flex w-full items-center justify-between gap-3">
        <div className="min-w-0 truncate text-[0.9375rem] font-semibold">
          {primary ? draw(primary, row) : row.id}
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {states.map((column) => (
            <span key={column.name}>{draw(column, row)}</span>
          ))}
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 text-muted">
        {facts.map((column) => (
          <span key={column.name} className="max-w-full truncate">
            <span className={isPlain(column) ? 'sr-only' : ''}>{column.label} </span>
            {column.kind === 'yes-no' ? null : draw(column, row)}
          </span>
        ))}
      </div>
      {props.children ? <div className="shrink-0">{props.children}</div> : null}
      {filled.flatMap((column) =>
        column.isLong
          ? [
              <div key={column.name} className="w-full truncate">
                <span className="sr-only">{column.label} </span>
                {draw(column, row)}
              </div>,
            ]
          : [],
      )}
    </div>
  )
}
