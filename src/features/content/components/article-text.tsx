import type { ReactNode } from 'react'
import { Anchor } from '#ui/anchor.tsx'
import type { ContentBlock, TextSpan } from '../schema.ts'

const HEADINGS = {
  2: { Tag: 'h2', look: 'scroll-mt-24 pt-5 text-title' },
  3: { Tag: 'h3', look: 'scroll-mt-24 pt-2 text-xl' },
} as const

/** The text of an article or a document. */
export function ArticleText({ blocks }: { blocks: readonly ContentBlock[] }) {
  return (
    <div className="space-y-5 text-[1.0625rem] leading-[1.7] sm:text-lg sm:leading-[1.7]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
        <TextBlock key={index} block={block} />
      ))}
    </div>
  )
}

function TextBlock({ block }: { block: ContentBlock }) {
  switch (block.kind) {
    case 'heading': {
      const { Tag, look } = HEADINGS[block.level]
      return (
        <Tag id={block.id} className={look}>
          <Spans spans={block.spans} />
        </Tag>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
    case 'list':
      return <TextList isOrdered={block.isOrdered} items={block.items} />
    case 'quote':
      return (
        <blockquote className="border-l-3 border-brand pl-5 font-display text-xl leading-snug sm:text-2xl sm:leading-snug">
          {numbered(block.paragraphs).map(([key, spans]) => (
            <p key={key}>
              <Spans spans={spans} />
            </p>
          ))}
        </blockquote>
      )
    case 'table':
      return <TextTable head={block.head} rows={block.rows} />
    case 'rule':
      return <hr className="mx-auto w-24" />
  }
}

function TextList({ isOrdered, items }: { isOrdered: boolean; items: readonly TextSpan[][] }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List
      className={`space-y-2.5 pl-6 marker:text-brand ${isOrdered ? 'list-decimal marker:font-semibold' : 'list-disc'}`}
    >
      {numbered(items).map(([key, spans]) => (
        <li key={key} className="pl-1.5">
          <Spans spans={spans} />
        </li>
      ))}
    </List>
  )
}

function TextTable({ head, rows }: { head: readonly TextSpan[][]; rows: readonly TextSpan[][][] }) {
  return (
    // A focusable region, so that a wide table can be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-[0.9375rem] leading-normal sm:text-base">
        <thead>
          <tr className="border-b-2 border-brand">
            {numbered(head).map(([key, cell]) => (
              <th key={key} scope="col" className="py-2.5 pr-4 align-bottom last:pr-0 sm:pr-6 font-semibold">
                <Spans spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(([key, row]) => (
            <tr key={key} className="border-b">
              {numbered(row).map(([place, cell]) => (
                <td key={place} className="tabular py-2.5 pr-4 align-top last:pr-0 sm:pr-6">
                  <Spans spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Spans({ spans }: { spans: readonly TextSpan[] }) {
  return numbered(spans).map(([key, span]) => <StyledSpan key={key} span={span} />)
}

function StyledSpan({ span }: { span: TextSpan }) {
  let shown: ReactNode = span.text
  if (span.isCode) shown = <code className="font-mono text-[0.9em]">{shown}</code>
  if (span.isEmphasis) shown = <em>{shown}</em>
  if (span.isStrong) shown = <strong className="font-semibold">{shown}</strong>
  if (!span.href) return shown
  return (
    <Anchor href={span.href} className="text-link">
      {shown}
    </Anchor>
  )
}

/** Pairs each item with its index, which is used as the React key. */
const numbered = <T,>(pieces: readonly T[]) => pieces.map((piece, index) => [index, piece] as const)
