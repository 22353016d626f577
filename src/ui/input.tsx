import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

export type InputProps = ComponentProps<'input'> & {
  /** An icon or symbol before the text, such as a magnifying glass or $. */
  leading?: ReactNode
  /** A unit or button after the text. */
  trailing?: ReactNode
}

/** A single-line text input. Inside a Field it uses its label and descriptions. */
export function Input({ leading, trailing, className, ...props }: InputProps) {
  const wiring = useFieldControl(props)
  const input = (
    <input
      {...props}
      {...wiring}
      className={cn(controlClass, 'h-11', leading && 'pl-10', trailing && 'pr-12', className)}
    />
  )
  if (!leading && !trailing) return input
  return (
    <span className="relative block">
      {leading ? (
        <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-muted [&_svg]:size-4.5">
          {leading}
        </span>
      ) : null}
      {input}
      {trailing ? (
        <span className="absolute inset-y-0 right-2 flex items-center text-sm text-muted">{trailing}</span>
      ) : null}
    </span>
  )
}
