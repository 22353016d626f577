import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from './class-names.ts'

type FieldWiring = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

const FieldContext = createContext<FieldWiring | null>(null)

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Shown after the label of optional fields. */
  optional?: boolean
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** Label, hint and error for one control of this folder, which takes its id and descriptions from here. */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  const wiring = {
    id,
    describedBy: describedBy || undefined,
    invalid: Boolean(error),
    required: Boolean(required),
  }
  return (
    <FieldContext value={wiring}>
      <div className={cn('flex flex-col gap-1.5', className)}>
        <label htmlFor={id} className={cn('text-sm font-semibold', hideLabel && 'sr-only')}>
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </label>
        {children}
        {hint ? (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        ) : null}
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
    </FieldContext>
  )
}

/** A field's error with an icon; refer to it with the control's `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

type ControlProps = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown; required?: boolean }

/** Merges a control's own attributes with the surrounding Field's; for the controls in this folder. */
export function useFieldControl({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': invalid,
  required,
}: ControlProps) {
  const field = useContext(FieldContext)
  return {
    id: id ?? field?.id,
    'aria-describedby': [describedBy, field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': invalid || field?.invalid ? true : undefined,
    'aria-required': required || field?.required ? true : undefined,
  }
}

/** The shared classes of text-like controls. */
export const controlClass =
  'w-full rounded-control border border-line-strong bg-surface-raised px-3.5 text-base text-ink placeholder:text-muted ' +
  'transition-colors hover:border-ink/60 disabled:bg-surface-sunken disabled:text-muted ' +
  'aria-invalid:border-danger aria-invalid:bg-red-soft/40 focus-visible:outline-offset-1'
