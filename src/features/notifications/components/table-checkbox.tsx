import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'

/** A checkbox in a table whose row and column headers describe it, with a touch-friendly size. */
export function TableCheckbox({
  label,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <span className="relative grid size-11 place-items-center">
      <input
        {...props}
        type="checkbox"
        aria-label={label}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-control"
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-5 place-items-center rounded-md border border-line-strong bg-surface-raised transition-colors peer-checked:border-brand peer-checked:bg-brand peer-disabled:opacity-50 [&_svg]:opacity-0 peer-checked:[&_svg]:opacity-100"
      >
        <Check strokeWidth={3} className="size-3.5 text-on-brand" />
      </span>
    </span>
  )
}
