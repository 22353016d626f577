import type { ReactNode } from 'react'
import { Table } from '#ui/table.tsx'
import type { NumberField } from '../shots/shot-units.ts'
import { inShownUnit, shownNumber } from '../shots/trends.ts'
import { fieldLabels, unitText } from './trend-chart.tsx'

/** A table of shots, one per row, with the measured fields in display units. */
export function ShotTable({
  label,
  first,
  fields,
  rows,
}: {
  label: string
  /** The heading of the first column, which identifies the shot. */
  first: string
  fields: readonly NumberField[]
  rows: readonly { key: string | number; name: ReactNode; shot: Partial<Record<NumberField, number>> }[]
}) {
  return (
    <Table label={label} className="text-sm whitespace-nowrap">
      <thead className="border-b text-muted">
        <tr>
          <th scope="col" className="px-3 py-2 font-medium">
            {first}
          </th>
          {fields.map((field) => (
            <th key={field} scope="col" className="px-3 py-2 text-right font-medium">
              {[fieldLabels[field], unitText(field, 'us') && `(${unitText(field, 'us')})`]
                .filter(Boolean)
                .join(' ')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ key, name, shot }) => (
          <tr key={key}>
            <td className="tabular px-3 py-1.5">{name}</td>
            {fields.map((field) => (
              <td key={field} className="tabular px-3 py-1.5 text-right">
                {shot[field] === undefined ? '–' : shownNumber(inShownUnit(shot[field], field, 'us'))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
