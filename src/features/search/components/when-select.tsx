import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { whenOptions } from '../when-words.ts'

/** When to play: any time, a day, or a part of a day. A native select, so that it works before scripts do. */
export function WhenSelect({
  when,
  onChoose,
  className,
}: {
  /** See `isWhen`. */
  when: string
  onChoose: (when: string) => void
  className: string
}) {
  const isListed = whenOptions.some(({ value }) => value === when)
  return (
    <Field label="When" hideLabel className={className}>
      <Select
        name="when"
        value={when}
        onChange={(event) => onChoose(event.target.value)}
        options={isListed ? whenOptions : [{ value: when, label: 'Chosen days' }, ...whenOptions]}
        className="h-13"
      />
    </Field>
  )
}
