import { inBrandColors } from '#platform/brand.ts'
import { framed } from './letter-markup.ts'
import { escapeHtml, type Footer, fillHtml, fillText, textFromHtml, withFooter } from './template.ts'

/** A rendered email. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

/**
 * Renders an email with the shared layout, in the operator's colors.
 * @param footer null for emails that cannot be turned off
 */
export function renderEmail(
  template: { subject: string; htmlContent: string },
  variables: Record<string, string>,
  footer: Footer | null,
): RenderedEmail {
  const layout = inBrandColors(framed(template.htmlContent, escapeHtml(template.subject)))
  const filled = fillHtml(layout, variables)
  const html = footer ? withFooter(filled, footer) : filled
  return { subject: fillText(template.subject, variables), html, text: textFromHtml(html) }
}
