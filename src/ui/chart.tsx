import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Parts that the SVG charts share. Their scales come from d3-scale, their paths from d3-shape. */

/** The font size of labels in a chart that becomes smaller with its place: larger units on a phone. */
export const labelSize = 'text-[13px] max-sm:text-[22px]'

/**
 * The vertical axis: a line across the chart for each value, with the value to the left of it.
 * @param y the position of a value
 * @param from the left end of the lines
 * @param to the right end of the lines
 */
export function ValueAxis(props: {
  values: readonly number[]
  y: (value: number) => number
  from: number
  to: number
  format: (value: number) => string
  className?: string
}) {
  const { values, y, from, to, format, className = labelSize } = props
  return values.map((value) => (
    <g key={value}>
      <line x1={from} x2={to} y1={y(value)} y2={y(value)} className="stroke-line" />
      <text
        x={from - 8}
        y={y(value)}
        dy="0.32em"
        textAnchor="end"
        className={cn('tabular fill-muted', className)}
      >
        {format(value)}
      </text>
    </g>
  ))
}

/** A label of the horizontal axis, centered below its point. */
export function PointLabel(props: { x: number; y: number; className?: string; children: ReactNode }) {
  const { className = labelSize, children, ...at } = props
  return (
    <text {...at} textAnchor="middle" className={cn('tabular fill-muted', className)}>
      {children}
    </text>
  )
}

/**
 * The numbers of a chart as a table, closed at first. The first column names the row, the others are numbers.
 */
export function ChartTable(props: {
  caption: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  const { caption, columns, rows } = props
  const align = (column: number) => (column > 0 ? 'text-right' : undefined)
  return (
    <details className="mt-1">
      <summary className="min-h-11 py-2.5 text-sm font-medium text-muted hover:text-ink">
        The same numbers as a table
      </summary>
      <div className="max-h-96 overflow-y-auto">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-muted">
            <tr>
              {columns.map((name, column) => (
                <th key={name} scope="col" className={cn('py-1 font-medium', align(column))}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {columns.map((name, column) => (
                  <td key={name} className={cn('tabular py-1.5', align(column))}>
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
