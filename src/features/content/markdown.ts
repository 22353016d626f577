import { lexer, type MarkedToken, type Token } from 'marked'
import type { ContentBlock, TextSpan } from './schema.ts'

/**
 * Parses the Markdown of articles. Anything outside the small set of supported blocks (HTML, images, nested
 * lists, other URL schemes) is rejected, so that the author sees the mistake before a reader does.
 * @throws Error naming the unsupported syntax
 */
export function readMarkdown(text: string): ContentBlock[] {
  const ids = new Set<string>()
  return tokensOf(lexer(text)).flatMap((token) => readBlock(token, ids) ?? [])
}

/** The text of spans without formatting. */
export const plainText = (spans: readonly TextSpan[]) => spans.map(({ text }) => text).join('')

/** The text of all blocks as a single line. */
export function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap(piecesOf).map(plainText).join(' ')
}

/** The number of words in all blocks. */
export function countWords(blocks: readonly ContentBlock[]): number {
  return textOf(blocks)
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length
}

/** All link targets in the blocks. */
export function linksIn(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap(piecesOf).flatMap((spans) => spans.flatMap(({ href }) => href ?? []))
}

function piecesOf(block: ContentBlock): TextSpan[][] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.spans]
    case 'list':
      return block.items
    case 'quote':
      return block.paragraphs
    case 'table':
      return [...block.head.map((cell) => cell), ...block.rows.flat()]
    case 'rule':
      return []
  }
}

function readBlock(token: MarkedToken, ids: Set<string>): ContentBlock | null {
  switch (token.type) {
    case 'space':
      return null
    case 'heading': {
      const spans = readSpans(token.tokens)
      if (token.depth !== 2 && token.depth !== 3) throw new Error(`no heading of level ${token.depth}`)
      return { kind: 'heading', level: token.depth, id: headingId(plainText(spans), ids), spans }
    }
    case 'paragraph':
      return { kind: 'paragraph', spans: readSpans(token.tokens) }
    case 'list':
      return {
        kind: 'list',
        isOrdered: token.ordered,
        items: token.items.map((item) => readSpans(item.tokens)),
      }
    case 'blockquote':
      return { kind: 'quote', paragraphs: tokensOf(token.tokens).flatMap(readQuoted) }
    case 'table':
      return {
        kind: 'table',
        head: token.header.map((cell) => readSpans(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => readSpans(cell.tokens))),
      }
    case 'hr':
      return { kind: 'rule' }
    default:
      throw new Error(`"${token.type}" is not part of an article: ${token.raw.slice(0, 60)}`)
  }
}

function readQuoted(token: MarkedToken): TextSpan[][] {
  if (token.type === 'space') return []
  if (token.type !== 'paragraph') throw new Error(`a quotation has paragraphs, no "${token.type}"`)
  return [readSpans(token.tokens)]
}

function readSpans(tokens: readonly Token[] | undefined, style: Omit<TextSpan, 'text'> = {}): TextSpan[] {
  return tokensOf(tokens ?? []).flatMap((token): TextSpan[] => {
    switch (token.type) {
      case 'text':
        return 'tokens' in token && token.tokens
          ? readSpans(token.tokens, style)
          : [{ text: oneLine(token.text), ...style }]
      case 'paragraph':
        return readSpans(token.tokens, style)
      case 'escape':
        return [{ text: token.text, ...style }]
      case 'strong':
        return readSpans(token.tokens, { ...style, isStrong: true })
      case 'em':
        return readSpans(token.tokens, { ...style, isEmphasis: true })
      case 'codespan':
        return [{ text: token.text, ...style, isCode: true }]
      case 'link':
        return readSpans(token.tokens, { ...style, href: safeHref(token.href) })
      default:
        throw new Error(`"${token.type}" is not part of a sentence: ${token.raw.slice(0, 60)}`)
    }
  })
}

// Without extensions the lexer produces only its built-in tokens, but its declared type also covers
// extensions.
const tokensOf = (tokens: readonly Token[]) => tokens as readonly MarkedToken[]

const oneLine = (text: string) => typeset(text.replace(/\s*\n\s*/g, ' '))

/** Replaces straight quotation marks and apostrophes with typographic ones. */
export function typeset(text: string): string {
  return text
    .replace(/(^|[\s(])"(?=\w)/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s(“])'(?=\w)/g, '$1‘')
    .replaceAll("'", '’')
}

function safeHref(href: string): string {
  if (!/^(https:\/\/|mailto:|\/(?!\/)|#)/.test(href)) throw new Error(`no link to ${href}`)
  return href
}

function headingId(text: string, taken: Set<string>): string {
  const base =
    text
      .toLowerCase()
      .replace(/[’']/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'part'
  let id = base
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`
  taken.add(id)
  return id
}
