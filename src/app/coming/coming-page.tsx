import { useMatches } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Picture } from '#ui/picture.tsx'
import { comingPages } from './pages.ts'

/** The frame of a page that is still being built: what will be there, and where to go until then. It takes no input. */
export function ComingPage() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const page = comingPages[path]
  if (!page) return null
  const files = (type: string) =>
    `/art/covers/cover-${page.cover}-400.${type} 400w, /art/covers/cover-${page.cover}-800.${type} 800w`
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader title={page.title} lead={page.lead} />
      <div className="mt-8 grid overflow-hidden rounded-card border bg-surface-raised lg:grid-cols-[1fr_1.1fr]">
        <Picture
          src={`/art/covers/cover-${page.cover}-800.webp`}
          avif={files('avif')}
          webp={files('webp')}
          alt=""
          sizes="(min-width: 64rem) 28rem, 92vw"
          width={800}
          height={600}
          className="max-lg:max-h-56 max-lg:overflow-hidden"
          imageClassName="h-full object-cover"
        />
        <div className="p-6 sm:p-8">
          <h2 className="text-title">This page is not ready yet</h2>
          <p className="mt-2 text-muted">We are still building it. You will find here:</p>
          <ul className="mt-5 flex flex-col gap-2.5">
            {page.will.map((line) => (
              <li key={line} className="flex gap-3">
                <Check aria-hidden strokeWidth={2} className="mt-[0.2em] size-5 shrink-0 text-brand" />
                {line}
              </li>
            ))}
          </ul>
          {page.today ? <p className="mt-5">{page.today}</p> : null}
          <LinkButton href={page.meanwhile.href} variant="brand" className="mt-7">
            {page.meanwhile.label}
          </LinkButton>
        </div>
      </div>
    </main>
  )
}
