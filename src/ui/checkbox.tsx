import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'
import { FieldError } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
}

/** A native checkbox with its label. */
export function Checkbox({ label, description, error, className, ...props }: CheckboxProps) {
  const generated = useId()
  const id = props.id ?? generated
  const describedBy = [description ? `${id}-hint` : null, error ? `${id}-error` : null]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={cn('flex flex-col gap-1', className)}>
      <div className="flex items-start gap-3">
        <span className="relative mt-0.5 inline-grid size-5 shrink-0 place-items-center">
          <input
            {...props}
            id={id}
            type="checkbox"
            aria-describedby={describedBy || undefined}
            aria-invalid={error ? true : undefined}
            className="peer absolute inset-0 appearance-none rounded-md border border-line-strong bg-surface-raised transition-colors checked:border-brand checked:bg-brand disabled:opacity-50 aria-invalid:border-danger"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none relative size-3.5 text-on-brand opacity-0 peer-checked:opacity-100"
          />
        </span>
        <div className="flex flex-col text-[0.9375rem] leading-6">
          <label htmlFor={id}>{label}</label>
          {description ? (
            <span id={`${id}-hint`} className="text-sm text-muted">
              {description}
            </span>
          ) : null}
        </div>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}
