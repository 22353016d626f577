import type { ReactNode } from 'react'
import { Cover } from './cover.tsx'

/** A 404 page with links to related pages. */
export function NoSuchPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="wrap grid items-center gap-12 py-16 sm:py-24 lg:grid-cols-2">
      <div>
        <p className="eyebrow">404</p>
        <h1 className="mt-2 text-headline">{title}</h1>
        <div className="mt-4 max-w-[52ch] text-lead text-muted">{children}</div>
      </div>
      <Cover number={9} sizes="(min-width: 64rem) 36rem, 92vw" className="rounded-card" />
    </main>
  )
}
