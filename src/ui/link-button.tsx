import type { ComponentProps } from 'react'
import { Anchor } from './anchor.tsx'
import { type ButtonLook, buttonClass } from './button.tsx'

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  className,
  ...props
}: ComponentProps<typeof Anchor> & ButtonLook) {
  return <Anchor {...props} className={buttonClass({ variant, size }, className)} />
}
