import type { APIRequestContext } from '@playwright/test'

/** A page as the server answers it, before any script: what a reader without one, a crawler and the first second have. */
export interface PageAnswer {
  status: number
  /** Path and query of where it sends one; empty where it sends nobody. */
  leadsTo: string
  /** Its headings of every rank, in order. */
  headings: string[]
  /** All that can be read on it, each space once. */
  words: string
  /** Addresses that links of these words lead to; of all links where nothing is told. */
  linksOf(words?: string): string[]
  /** What an attribute of the first such tag holds. @param tag its beginning as in the page: `link rel="canonical"` */
  attribute(tag: string, attribute: string): string | undefined
  /** How many such elements there are. */
  count(element: string): number
}

/** Asks for a page as whoever is signed in there, and follows nothing. */
export async function readPage(request: APIRequestContext, path: string): Promise<PageAnswer> {
  const answer = await request.get(path, { maxRedirects: 0 })
  const html = await answer.text()
  const location = answer.headers().location
  const to = location ? new URL(location, answer.url()) : undefined
  const all = (pattern: RegExp) => [...html.matchAll(pattern)]
  return {
    status: answer.status(),
    leadsTo: to ? `${to.pathname}${to.search}` : '',
    headings: all(/<h[1-6]\b[^>]*>([\s\S]*?)<\/h[1-6]>/g).map(([, inner]) => wordsOf(inner)),
    words: wordsOf(html),
    linksOf: (words) =>
      all(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)
        .filter(([, , inner]) => words === undefined || wordsOf(inner) === words)
        .map(([, attributes = '']) => unescaped(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '')),
    attribute: (tag, attribute) => {
      const found = all(/<[^>]+>/g).find(([one]) => one.startsWith(`<${tag}`))?.[0]
      const value = found && new RegExp(`\\b${attribute}="([^"]*)"`).exec(found)?.[1]
      return value === undefined ? undefined : unescaped(value)
    },
    count: (element) => all(new RegExp(`<${element}\\b`, 'g')).length,
  }
}

const wordsOf = (html = '') =>
  unescaped(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: ' ',
}
const unescaped = (html: string) => html.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole)
