import type { ReactNode } from 'react'
import { formatDate } from '#platform/time.ts'
import type { ContentDocument } from '../schema.ts'
import { ArticleContents } from './article-contents.tsx'
import { ArticleText } from './article-text.tsx'

/** A legal document with a table of contents. @param notice shown above the text */
export function LegalDocument({
  title,
  description,
  updated,
  blocks,
  notice,
}: ContentDocument & { notice?: ReactNode }) {
  return (
    <main className="@container">
      <div className="wrap grid justify-center gap-x-14 pt-10 pb-20 sm:pt-14 @6xl:grid-cols-[14rem_minmax(0,43rem)_minmax(0,14rem)]">
        <header className="max-w-[43rem] pb-9 @6xl:col-start-2">
          <h1 className="text-headline">{title}</h1>
          <p className="mt-4 text-lead text-muted">{description}</p>
          <p className="mt-4 text-sm text-muted">
            Last changed <time dateTime={updated}>{formatDate(updated)}</time>
          </p>
          {notice ? <div className="mt-6 empty:hidden">{notice}</div> : null}
        </header>
        <div className="@6xl:col-start-1 @6xl:row-start-2">
          <ArticleContents blocks={blocks} look="beside" />
        </div>
        <div className="max-w-[43rem] min-w-0 @6xl:col-start-2">
          <ArticleContents blocks={blocks} look="folded" />
          <ArticleText blocks={blocks} />
        </div>
      </div>
    </main>
  )
}
