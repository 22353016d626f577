import { siteName } from '#platform/site-name.ts'

/**
 * Parses the front matter of a Markdown file: `name: value` lines between two `---`, single-line values, no
 * nesting.
 */

/** Plain text: Markdown syntax in the operator's value must not create links or lists. */
const nameInText = siteName.replaceAll(/[\s[\]*`<>|]+/g, ' ').trim()

/** Documents refer to the marketplace as `{{site_name}}`. @throws Error if the file does not begin with front matter */
export function splitFrontMatter(file: string): { fields: Record<string, string>; body: string } {
  const text = file.replaceAll('{{site_name}}', nameInText)
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error('a document begins with its front matter between two lines of ---')
  const fields: Record<string, string> = {}
  for (const line of (match[1] ?? '').split(/\r?\n/)) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    if (colon < 1) throw new Error(`front matter is written "name: value", not "${line}"`)
    fields[line.slice(0, colon).trim()] = unquoted(line.slice(colon + 1).trim())
  }
  return { fields, body: match[2] ?? '' }
}

/** Parses `[a, b]` or `a, b` into a list. */
export function listOf(value: string): string[] {
  return value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((one) => unquoted(one.trim()))
    .filter(Boolean)
}

function unquoted(value: string): string {
  const quote = /^(["'])([\s\S]*)\1$/.exec(value)
  return quote ? (quote[2] ?? '') : value
}
