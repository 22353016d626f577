import { Check } from 'lucide-react'
import { useId } from 'react'
import { cn } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'

/**
 * Choices displayed as large boxes, for a single or multiple answers. They are native radio buttons or
 * checkboxes.
 */
export function Choices({
  legend,
  isSeveral,
  choices,
  chosen,
  error,
}: {
  legend: string
  isSeveral: boolean
  choices: readonly { value: string; label: string; description?: string | undefined }[]
  chosen: readonly string[]
  error: string | undefined
}) {
  const id = useId()
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className={cn('grid gap-2.5', isSeveral && choices.length > 4 && 'sm:grid-cols-2')}>
        {choices.map(({ value, label, description }) => (
          <label
            key={value}
            className="relative flex min-h-15 cursor-pointer items-center gap-3.5 rounded-card border border-line-strong bg-surface-raised px-4.5 py-3 transition-colors hover:bg-surface-hover has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name="choice"
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy(description && `${id}-${value}`, error && `${id}-error`)}
              className="peer absolute inset-0 appearance-none rounded-card opacity-0"
            />
            <span
              aria-hidden
              className={cn(
                'grid size-6 shrink-0 place-items-center border border-line-strong bg-surface-raised text-transparent peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand',
                isSeveral ? 'rounded-md' : 'rounded-full',
              )}
            >
              <Check className="size-4" strokeWidth={3} />
            </span>
            <span>
              <span className="block font-semibold">{label}</span>
              {description ? (
                <span id={`${id}-${value}`} className="block text-[0.9375rem] text-muted">
                  {description}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <div className="mt-3" role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  )
}

const describedBy = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined
