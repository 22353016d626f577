import { oneLine } from '#platform/written-text.ts'
import { framed } from './letter-markup.ts'

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

/**
 * Replaces `{{name}}` by its value, escaped for HTML. A variable without a value becomes nothing, and so does a paragraph, or
 * a term with its value, that has nothing else in it.
 */
export function fillHtml(template: string, variables: Record<string, string>): string {
  return template
    .replace(placeholder, (_, name: string) => escapeHtml(givenValue(variables, name)))
    .replace(/<dt\b[^>]*>[^<]*<\/dt><dd\b[^>]*>\s*<\/dd>|<p\b[^>]*>\s*<\/p>\n?/g, '')
}

/** The same for plain text: subjects and SMS. No line break or control character gets into a subject that way. */
export function fillText(template: string, variables: Record<string, string>): string {
  return template.replace(placeholder, (_, name: string) => oneLine(givenValue(variables, name)))
}

/** A readable text version of an HTML mail: links keep their address, blocks become lines. */
export function textFromHtml(html: string): string {
  return html
    .replace(/<(style|head)[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*href="mailto:[^"]*"[^>]*>([\s\S]*?)<\/a>/gi, '$1')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(/<\/dt>/gi, ': ')
    .replace(/<br\s*\/?>|<\/(p|div|h\d|li|tr|dd|dl|blockquote)>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** What the last lines of a mail that people can do without are made of. */
export interface Footer {
  unsubscribeUrl: string
  appUrl: string
  /** Who writes, and from where, in one line. */
  sender: string
}

/** Adds the last lines of a mail that people can do without: how to stop it, where to choose, and who writes from where. */
export function withFooter(html: string, { unsubscribeUrl, appUrl, sender }: Footer): string {
  const style = 'max-width:560px;margin:16px auto 0;padding:0 8px;font-size:13px;color:#5a625d'
  const link = (url: string, label: string) =>
    `<a href="${escapeHtml(url)}" style="color:#5a625d">${label}</a>`
  const footer = `<p style="${style}">${link(unsubscribeUrl, 'Stop emails like this one')} or ${link(
    `${appUrl}/notifications`,
    'choose what we send',
  )}.<br>${escapeHtml(sender)}</p>`
  return html.includes('</body>') ? html.replace('</body>', () => `${footer}\n</body>`) : `${html}\n${footer}`
}

/** An email as it leaves. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

/**
 * Fills an email in and puts the shared frame around it.
 * @param footer its last lines; null for those that cannot be turned off
 */
export function renderEmail(
  template: { subject: string; htmlContent: string },
  variables: Record<string, string>,
  footer: Footer | null,
): RenderedEmail {
  const filled = fillHtml(framed(template.htmlContent, escapeHtml(template.subject)), variables)
  const html = footer ? withFooter(filled, footer) : filled
  return { subject: fillText(template.subject, variables), html, text: textFromHtml(html) }
}

/** Fills a text message in, in plain characters, so that none of ours makes it cost more. */
export const renderText = (template: { messageContent: string }, variables: Record<string, string>): string =>
  inPlainCharacters(fillText(template.messageContent, variables))

const plain: Record<string, string> = {
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '·': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/** Dashes, quotation marks and spaces as every phone's own alphabet has them. Letters of names stay as they are. */
export const inPlainCharacters = (text: string) =>
  text.replace(/[–—‑−‘’“”…·\u00a0\u202f]/g, (char) => plain[char] ?? char)

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
const extended = new Set('^{}\\[~]|€\f')

/**
 * How many text messages a text is sent as: 160 characters of the phones' own alphabet (GSM 03.38), or 70 as soon as one is
 * outside of it; 153 or 67 in each part of a longer one. A character that takes two places is not torn apart by a part's end.
 */
export function segmentsOf(text: string): { segments: number; characters: number; isPlain: boolean } {
  const chars = [...text]
  const isPlain = chars.every((char) => basic.has(char) || extended.has(char))
  const places = chars.map((char) => (isPlain ? (extended.has(char) ? 2 : 1) : char.length))
  const characters = places.reduce((sum, place) => sum + place, 0)
  const [alone, part] = isPlain ? [160, 153] : [70, 67]
  if (characters <= alone) return { characters, isPlain, segments: 1 }
  let segments = 1
  let used = 0
  for (const place of places) {
    if (used + place > part) {
      segments += 1
      used = 0
    }
    used += place
  }
  return { characters, isPlain, segments }
}

/** Only what was given: an object also has names such as `__proto__`. */
const givenValue = (variables: Record<string, string>, name: string): string =>
  Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
