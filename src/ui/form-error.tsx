import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from './alert.tsx'

/** An error of the whole form; focused when it appears. Renders nothing without a message. */
export function FormError({ title, children }: { title?: ReactNode; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = Boolean(title || children)
  useEffect(() => {
    if (shown) ref.current?.focus()
  }, [shown])
  if (!shown) return null
  return (
    <Alert ref={ref} tone="error" title={title} tabIndex={-1}>
      {children}
    </Alert>
  )
}
