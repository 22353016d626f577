import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

/** A table that scrolls horizontally if needed; `label` names it for screen readers. */
export function Table({ label, className, children, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      // Relative, so that visually hidden text stays inside the frame and does not widen the page.
      className="relative overflow-x-auto rounded-card border bg-surface-raised"
    >
      <table {...props} className={cn('w-full border-collapse text-left text-[0.9375rem]', className)}>
        {children}
      </table>
    </section>
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} className={cn('border-b text-sm text-muted', props.className)} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} className={cn('divide-y divide-line', props.className)} />
}

export function TableRow({ interactive, ...props }: ComponentProps<'tr'> & { interactive?: boolean }) {
  const hover = interactive && 'transition-colors hover:bg-surface-hover'
  return <tr {...props} className={cn(hover, props.className)} />
}

export type TableHeaderProps = ComponentProps<'th'> & {
  numeric?: boolean
  /** The column's current order; if given, the header becomes a button. */
  sort?: 'ascending' | 'descending' | 'none'
  onSort?: () => void
}

/** A column header; with `sort` and `onSort` it is a button. */
export function TableHeader({ numeric, sort, onSort, className, children, ...props }: TableHeaderProps) {
  const look = cn('h-11 px-4 font-medium whitespace-nowrap', numeric && 'text-right', className)
  return (
    <th scope="col" {...props} aria-sort={sort} className={look}>
      {sort && onSort ? <SortButton sort={sort} onSort={onSort} label={children} /> : children}
    </th>
  )
}

function SortButton({ sort, onSort, label }: { sort: string; onSort: () => void; label: ReactNode }) {
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button type="button" onClick={onSort} className="inline-flex h-9 items-center gap-1 hover:text-ink">
      {label}
      <Icon aria-hidden className="size-3.5" />
    </button>
  )
}

/** A cell; `numeric` right-aligns times and money. */
export function TableCell({ numeric, className, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td {...props} className={cn('px-4 py-3 align-middle', numeric && 'tabular text-right', className)} />
  )
}
