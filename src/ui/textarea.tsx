import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

/**
 * A multiline text input. Set `counter` to the text's length and limit to show "12 / 2000 characters" below
 * it.
 */
export function Textarea({
  className,
  counter,
  ...props
}: ComponentProps<'textarea'> & { counter?: { length: number; max: number } }) {
  const wiring = useFieldControl(props)
  const area = <textarea rows={4} {...props} {...wiring} className={cn(controlClass, 'py-2.5', className)} />
  if (!counter) return area
  return (
    <span className="flex flex-col gap-1">
      {area}
      <span
        className={cn(
          'tabular self-end text-sm',
          counter.length > counter.max ? 'text-danger' : 'text-muted',
        )}
      >
        {counter.length} / {counter.max} characters
      </span>
    </span>
  )
}
