import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { cn } from './class-names.ts'

export type PaginationProps = {
  /** Starts at 1. */
  page: number
  pageCount: number
  /** The URL of a page; every number is a real link. */
  hrefFor: (page: number) => string
  label?: string
  className?: string
}

/** Pagination links. Renders nothing when there is only one page. */
export function Pagination({ page, pageCount, hrefFor, label = 'Pages', className }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className={cn('flex items-center justify-center gap-1', className)}>
      <Step href={page > 1 ? hrefFor(page - 1) : null} rel="prev" label="Previous page">
        <ChevronLeft aria-hidden className="size-5" />
      </Step>
      {pagesAround(page, pageCount).map((entry) =>
        typeof entry === 'number' ? (
          <Anchor
            key={entry}
            href={hrefFor(entry)}
            aria-label={`Page ${entry}`}
            aria-current={entry === page ? 'page' : undefined}
            className={cn(
              cellClass,
              'tabular text-[0.9375rem] font-medium hover:bg-surface-hover',
              'aria-[current=page]:bg-brand aria-[current=page]:text-on-brand',
            )}
          >
            {entry}
          </Anchor>
        ) : (
          <span key={entry} aria-hidden className="grid h-10 w-6 place-items-center text-muted">
            …
          </span>
        ),
      )}
      <Step href={page < pageCount ? hrefFor(page + 1) : null} rel="next" label="Next page">
        <ChevronRight aria-hidden className="size-5" />
      </Step>
    </nav>
  )
}

const cellClass = 'grid h-10 min-w-10 place-items-center rounded-control px-2 transition-colors'

function Step(props: { href: string | null; rel: string; label: string; children: ReactNode }) {
  if (!props.href) {
    return (
      <span aria-hidden className={cn(cellClass, 'text-line-strong opacity-50')}>
        {props.children}
      </span>
    )
  }
  return (
    <Anchor
      href={props.href}
      rel={props.rel}
      aria-label={props.label}
      className={cn(cellClass, 'hover:bg-surface-hover')}
    >
      {props.children}
    </Anchor>
  )
}

/** The first, last and neighboring pages; a gap of one page is replaced by that page. */
export function pagesAround(page: number, pageCount: number): (number | 'gap-before' | 'gap-after')[] {
  const from = page <= 4 ? 1 : page - 1
  const to = page >= pageCount - 3 ? pageCount : page + 1
  const middle = Array.from({ length: to - from + 1 }, (_, step) => from + step)
  const head = from === 1 ? [] : [1, 'gap-before' as const]
  const tail = to === pageCount ? [] : ['gap-after' as const, pageCount]
  return [...head, ...middle, ...tail]
}
