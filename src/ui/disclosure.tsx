import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

/** A collapsible section based on the native details element, so it works before scripts load. */
export function Disclosure({
  summary,
  open,
  name,
  className,
  children,
}: {
  summary: ReactNode
  open?: boolean
  /** Of all sections with the same name only one is open. */
  name?: string
  className?: string
  children: ReactNode
}) {
  return (
    <details open={open} name={name} className={cn('group border-b', className)}>
      <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-5 text-muted">{children}</div>
    </details>
  )
}
