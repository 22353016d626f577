import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

/** Chooses the column of a file for each field. Columns are indexed from 0. */
export function ColumnMapping<Name extends string>({
  headings,
  fields,
  mapping,
  hint,
  onColumn,
  extra,
}: {
  headings: readonly string[]
  fields: readonly { field: Name; label: string }[]
  mapping: readonly { column: number; field: Name }[]
  hint: string
  /** `null`: the field is not in the file. */
  onColumn: (field: Name, column: number | null) => void
  /** A further control of a field, such as its unit. */
  extra?: (field: Name) => ReactNode
}) {
  const options = headings.map((heading, at) => ({ value: String(at), label: heading || `Column ${at + 1}` }))
  return (
    <fieldset>
      <legend className="font-semibold">Columns</legend>
      <p className="mb-3 text-sm text-muted">{hint}</p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields.map(({ field, label }) => {
          const chosen = mapping.find((one) => one.field === field)
          return (
            <div key={field} className="flex items-end gap-2">
              <Field label={label} className="min-w-0 flex-1">
                <Select
                  placeholder="Not in the file"
                  options={options}
                  value={chosen ? String(chosen.column) : ''}
                  onChange={(event) =>
                    onColumn(field, event.target.value === '' ? null : Number(event.target.value))
                  }
                />
              </Field>
              {extra?.(field)}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
