import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'
import { FieldError } from './field.tsx'

export type RadioOption = { value: string; label: ReactNode; description?: ReactNode; disabled?: boolean }

export type RadioGroupProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'defaultValue' | 'className' | 'onChange'
> & {
  legend: ReactNode
  hideLegend?: boolean
  name: string
  options: readonly RadioOption[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  hint?: ReactNode
  error?: ReactNode
  /** `cards` renders each option as a box, `list` as a line. */
  look?: 'list' | 'cards'
}

/** A group of radio buttons. Other props, such as `disabled`, are passed to every radio. */
export function RadioGroup({
  legend,
  hideLegend,
  options,
  value,
  defaultValue,
  onValueChange,
  hint,
  error,
  look = 'list',
  ...props
}: RadioGroupProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={describedBy || undefined} className="flex flex-col gap-2">
      <legend className={cn('mb-2 text-sm font-semibold', hideLegend && 'sr-only')}>{legend}</legend>
      <div
        className={look === 'cards' ? 'grid gap-2 sm:auto-cols-fr sm:grid-flow-col' : 'flex flex-col gap-2.5'}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'flex items-start gap-3 text-[0.9375rem] leading-6 has-disabled:opacity-50',
              look === 'cards' &&
                'rounded-control border border-line-strong bg-surface-raised px-4 py-3 transition-colors hover:bg-surface-hover has-checked:border-brand has-checked:bg-brand-soft',
            )}
          >
            <input
              {...props}
              type="radio"
              value={option.value}
              disabled={option.disabled || props.disabled}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={
                value === undefined && defaultValue !== undefined ? defaultValue === option.value : undefined
              }
              aria-invalid={error ? true : undefined}
              onChange={() => onValueChange?.(option.value)}
              className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface-raised transition-[border-width] checked:border-6 checked:border-brand"
            />
            <span className="flex flex-col">
              <span className="font-medium">{option.label}</span>
              {option.description ? <span className="text-sm text-muted">{option.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  )
}
