import type { APIRequestContext } from '@playwright/test'

/**
 * A page as the server renders it, before any script: what visitors without scripts, crawlers and the first
 * second get.
 */
export interface PageAnswer {
  status: number
  /** Path and query of the redirect; empty without one. */
  leadsTo: string
  /** Its headings of every level, in order. */
  headings: string[]
  /** The visible text, with white space collapsed. */
  words: string
  /** The targets of links with this text; of all links when omitted. */
  linksOf(words?: string): string[]
  /**
   * The attribute of the first matching tag.
   * @param tag its beginning as in the page: `link rel="canonical"`
   */
  attribute(tag: string, attribute: string): string | undefined
  /** The number of such elements. */
  count(element: string): number
}

/** Requests a page as the signed-in user, without following redirects. */
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
