import { Check } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '#ui/field.tsx'

/** Any of several, as boxes to tick that look like labels to collect. */
export function ChoiceList<T extends string | number>(props: {
  legend: string
  hint?: string
  optional?: boolean
  name: string
  options: readonly { value: T; label: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  error?: string | undefined
}) {
  const { legend, hint, optional, name, options, chosen, onChange, error } = props
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend className="text-sm font-semibold">
        {legend}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </legend>
      {hint ? (
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <div className="mt-2.5 flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong bg-surface-raised px-4 text-[0.9375rem] font-medium transition-colors hover:bg-surface-hover has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="checkbox"
              name={name}
              value={option.value}
              checked={chosen.includes(option.value)}
              aria-invalid={error ? true : undefined}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...chosen, option.value]
                    : chosen.filter((value) => value !== option.value),
                )
              }
              className="peer absolute inset-0 appearance-none rounded-full opacity-0"
            />
            <Check aria-hidden strokeWidth={3} className="hidden size-4 text-brand peer-checked:block" />
            {option.label}
          </label>
        ))}
      </div>
      {error ? (
        <div className="mt-2">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  )
}
