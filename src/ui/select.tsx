import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectProps = ComponentProps<'select'> & {
  options?: readonly SelectOption[]
  /** The first, empty option, such as "Any price". */
  placeholder?: string
}

/** A styled native select: it works before scripts load and on every phone. */
export function Select({ options, placeholder, className, children, ...props }: SelectProps) {
  const wiring = useFieldControl(props)
  return (
    <span className="relative block">
      <select {...props} {...wiring} className={cn(controlClass, 'h-11 appearance-none pr-10', className)}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
