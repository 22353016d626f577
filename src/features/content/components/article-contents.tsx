import type { Block } from '../schema.ts'

/** A text of so many parts gets a list of them. */
const LONG = 4

/** The parts of a long text with links to them: beside it where there is room, else folded on top of it. */
export function ArticleContents({ blocks, look }: { blocks: readonly Block[]; look: 'beside' | 'folded' }) {
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
