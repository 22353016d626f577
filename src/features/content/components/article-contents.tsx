import type { ContentBlock } from '../schema.ts'

/** The minimum number of headings for an article to get a table of contents. */
const LONG = 4

/**
 * The table of contents of a long article: next to the text on wide screens, collapsed above it on narrow
 * ones.
 */
export function ArticleContents({
  blocks,
  look,
}: {
  blocks: readonly ContentBlock[]
  look: 'beside' | 'folded'
}) {
  const parts = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  if (parts.length < LONG) return null
  const list = (
    <ol className="space-y-1 text-[0.9375rem] leading-snug">
      {parts.map(({ id, spans }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="inline-block py-1.5 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {spans.map(({ text }) => text).join('')}
          </a>
        </li>
      ))}
    </ol>
  )
  if (look === 'beside')
    return (
      <nav aria-label="In this article" className="sticky top-24 hidden @6xl:block">
        <p className="mb-3 border-b pb-3 font-semibold">In this article</p>
        {list}
      </nav>
    )
  return (
    <details className="mb-8 rounded-card border bg-surface-raised px-5 @6xl:hidden">
      <summary className="py-3.5 font-semibold">In this article</summary>
      <nav aria-label="In this article" className="pb-4">
        {list}
      </nav>
    </details>
  )
}
