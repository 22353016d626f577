import { type ReactNode, useId, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { FieldError } from './field.tsx'

/** A group of checkboxes. The form submits the checked values under one name, separated by spaces. */
export function CheckboxList<Value extends string>(props: {
  legend: string
  name: string
  options: readonly { value: Value; label: ReactNode; description?: ReactNode }[]
  defaultValue: readonly Value[]
  /** The error while none is checked. */
  error: string | undefined
}) {
  const errorId = useId()
  const [ticked, setTicked] = useState(props.defaultValue)
  const tick = (value: Value, isTicked: boolean) =>
    setTicked((known) => (isTicked ? [...known, value] : known.filter((other) => other !== value)))
  const error = ticked.length === 0 ? props.error : undefined
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-2.5">
      <legend className="mb-2 text-sm font-semibold">{props.legend}</legend>
      {props.options.map(({ value, label, description }) => (
        <Checkbox
          key={value}
          label={label}
          description={description}
          checked={ticked.includes(value)}
          onChange={(event) => tick(value, event.target.checked)}
        />
      ))}
      <input type="hidden" name={props.name} value={ticked.join(' ')} />
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  )
}
