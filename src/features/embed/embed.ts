import { stringifySearchParams } from '#platform/search-params.ts'

/**
 * The color theme of a panel on a coach's own site. Most sites are light regardless of the visitor's
 * preference.
 */
export const embedThemes = ['light', 'dark', 'auto'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/**
 * Height in pixels of a panel on a page without our script: enough for most months, and it scrolls otherwise.
 */
const HEIGHT = 840

/** The path of the panel on our site. */
export const embedPath = (coachId: string, theme: EmbedTheme) =>
  `/embed/${coachId}${stringifySearchParams({ theme: theme === 'auto' ? undefined : theme })}`

/**
 * The HTML a coach pastes into a page: the panel, and the script that adjusts its height.
 * @param origin of our site
 */
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
