import { LinkifyIt } from 'linkify-it'

/** A part of a message: text or a link. Never HTML. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const LONGEST_LINK = 2_000
/** Bidirectional control characters and invisible characters, which do not belong in a URL. */
const trickery = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/u

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false, maxLength: LONGEST_LINK })
linkify.tlds(['golf', 'club', 'app', 'dev', 'link', 'me'], true)
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null)

/**
 * Finds the URLs in a message. Only `http` and `https` become links. A URL with a user name before its host
 * (`https://bank.test@evil.test`) or with invisible characters remains text, because its target is
 * misleading.
 * @param text the original message
 * @returns parts whose concatenated texts equal the original
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of linkify.match(text) ?? []) {
    const href = safeAddress(match.schema ? match.url : `https://${match.raw}`)
    if (!href || trickery.test(match.raw)) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'link', text: match.raw, href })
    end = match.lastIndex
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** The normalized URL of a link, with its host in Punycode (`xn--…`), or null if it is not allowed. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && !url.username && !url.password ? url.href : null
}
