import type { ReactNode } from 'react'
import { Cover } from './cover.tsx'

/** The hero of a landing page: what is offered, one call to action and an illustration. */
export function LandingHero({
  title,
  lead,
  cover,
  children,
}: {
  title: ReactNode
  lead: string
  cover: number
  children: ReactNode
}) {
  return (
    <header className="theme-night bg-surface text-ink">
      <div className="wrap grid items-center gap-x-16 gap-y-10 py-12 sm:py-16 lg:grid-cols-[1.1fr_1fr] lg:py-20">
        <div>
          <h1 className="max-w-[15ch] text-[clamp(2.5rem,1.7rem+3.2vw,4.25rem)] leading-[1.04] tracking-[-0.02em]">
            {title}
          </h1>
          <p className="mt-5 max-w-[46ch] text-lead text-muted">{lead}</p>
          <div className="mt-8">{children}</div>
        </div>
        <Cover
          number={cover}
          sizes="(min-width: 78rem) 34rem, (min-width: 64rem) 44vw, 92vw"
          isPriority
          className="aspect-[2/1] rounded-card lg:aspect-[4/3]"
        />
      </div>
    </header>
  )
}
