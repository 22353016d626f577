import { LinkifyIt } from 'linkify-it'

/** A piece of what somebody wrote: words, or an address one may follow. Never markup. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const LONGEST_LINK = 2_000
/** Characters that turn the direction of what follows, or take no room: nothing that belongs into an address. */
const trickery = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/u

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false, maxLength: LONGEST_LINK })
linkify.tlds(['golf', 'club', 'app', 'dev', 'link', 'me'], true)
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null)

/**
 * Finds the addresses in a message. Only `http` and `https` become links; an address with a user name before its host
 * (`https://bank.test@evil.test`) or with invisible characters stays words, since it does not lead where it seems to.
 * @param text as it was written
 * @returns parts whose texts, joined, are the text again
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

/** The address a link may have, with its host in plain letters (`xn--…`), or null when we do not send anybody there. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && !url.username && !url.password ? url.href : null
}
