import { stringifySearchParams } from '#platform/search-params.ts'

/** How a panel looks on a coach's own site; most sites are light whatever the visitor's device prefers. */
export const embedThemes = ['light', 'dark', 'auto'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** Pixels of a panel whose page has no script of ours: enough for most months, and it scrolls where it is not. */
const HEIGHT = 840

/** The panel's address on our own site. */
export const embedPath = (coachId: string, theme: EmbedTheme) =>
  `/embed/${coachId}${stringifySearchParams({ theme: theme === 'auto' ? undefined : theme })}`

/** What a coach pastes into her own page: the panel, and the script that gives it the height it needs. @param origin of our site */
export function embedSnippet(
  origin: string,
  { coachId, label, theme }: { coachId: string; label: string; theme: EmbedTheme },
): string {
  const style = `width:100%;max-width:720px;height:${HEIGHT}px;border:1px solid #8886;border-radius:14px`
  return `<iframe src="${origin}${embedPath(coachId, theme)}" title="Book a lesson with ${inAttribute(label)}" loading="lazy" style="${style}"></iframe>
<script async src="${origin}/embed.js"></script>`
}

const inAttribute = (text: string) =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;' })[sign] ?? '&gt;')
