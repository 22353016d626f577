import { ChevronRight } from 'lucide-react'
import { Anchor } from './anchor.tsx'

/** The page's position in the site; the last entry is the page itself and needs no URL. */
export function Breadcrumb({ items }: { items: readonly { label: string; href?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm text-muted">
        {items.map((item, index) => (
          <li key={item.label} className="flex min-h-6 items-center gap-1.5">
            {index > 0 ? <ChevronRight aria-hidden className="size-3.5" /> : null}
            {item.href && index < items.length - 1 ? (
              <Anchor href={item.href} className="underline-offset-4 hover:text-ink hover:underline">
                {item.label}
              </Anchor>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined} className="text-ink">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
