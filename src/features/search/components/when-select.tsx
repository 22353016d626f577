import type { ComponentProps } from 'react'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { whenGroups } from '../when-words.ts'

const known = new Set(whenGroups.flatMap(({ options }) => options.map(({ value }) => value)))

/** When to play: any time, a day, or a part of a day. A native select, so that it works before scripts do. */
export function WhenSelect({
  when = '',
  onChoose,
  className,
  ...props
}: {
  /** See `isWhen`. */
  when?: string | undefined
  onChoose: (when: string) => void
} & Pick<ComponentProps<typeof Field>, 'className'>) {
  return (
    <Field label="When" hideLabel className={className}>
      <Select
        {...props}
        name="when"
        value={when}
        onChange={(event) => onChoose(event.target.value)}
        className="h-13"
      >
        {known.has(when) ? null : <option value={when}>Chosen days</option>}
        {whenGroups.map(({ label, options }) => (
          <optgroup key={label} label={label}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}
