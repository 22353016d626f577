import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'

/**
 * A switch that takes effect immediately, without a save button; its label is next to it. While `disabled`,
 * such as during its own request, it keeps its focus and ignores clicks.
 */
export function Switch({
  label,
  description,
  checked,
  onCheckedChange,
  disabled = false,
  className,
}: {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}) {
  const id = useId()
  return (
    <div className={cn('flex items-center gap-3', className)}>
      <div className="flex min-w-0 flex-1 flex-col text-sm leading-5">
        <label id={`${id}-label`} htmlFor={id} className="font-semibold">
          {label}
        </label>
        {description ? (
          <span id={`${id}-hint`} className="text-muted">
            {description}
          </span>
        ) : null}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={description ? `${id}-hint` : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => disabled || onCheckedChange(!checked)}
        className={cn(
          'relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border transition-colors duration-200 aria-disabled:opacity-50',
          // The touch target is larger than the visible control.
          'after:absolute after:-inset-2.5',
          checked ? 'border-brand bg-brand' : 'border-line-strong bg-surface-sunken',
        )}
      >
        <span
          aria-hidden
          className={cn(
            'size-4 rounded-full transition-transform duration-200',
            checked ? 'translate-x-6 bg-on-brand' : 'translate-x-1 bg-muted',
          )}
        />
      </button>
    </div>
  )
}
