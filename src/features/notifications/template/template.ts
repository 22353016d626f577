import { oneLine } from '#platform/written-text.ts'

/** Filling in message templates. Pure. */

const placeholder = /\{\{\s*([a-z_]+)\s*\}\}/g

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

/** Replaces `{{name}}` by its value, escaped for HTML; a variable without a value becomes nothing. */
export function fillHtml(template: string, variables: Record<string, string>): string {
  return template.replace(placeholder, (_, name: string) => escapeHtml(variables[name] ?? ''))
}

/** The same for plain text: subjects and SMS. No line break or control character gets into a subject that way. */
export function fillText(template: string, variables: Record<string, string>): string {
  return template.replace(placeholder, (_, name: string) => oneLine(variables[name] ?? ''))
}

/** A readable text version of an HTML mail: links keep their address, blocks become lines. */
export function textFromHtml(html: string): string {
  return html
    .replace(/<(style|head)[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n\s*/g, '\n\n')
    .trim()
}

/** The last lines of a mail that people can do without: how to stop it, and where to choose. */
export function withFooter(html: string, links: { unsubscribeUrl: string; appUrl: string }): string {
  const style = 'max-width:560px;margin:16px auto 0;padding:0 8px;font-size:13px;color:#5a625d'
  const link = (url: string, label: string) =>
    `<a href="${escapeHtml(url)}" style="color:#5a625d">${label}</a>`
  const footer = `<p style="${style}">${link(links.unsubscribeUrl, 'Stop emails like this one')} or ${link(
    `${links.appUrl}/notifications`,
    'choose what we send',
  )}.</p>`
  return html.includes('</body>') ? html.replace('</body>', () => `${footer}\n</body>`) : `${html}\n${footer}`
}
