import { oneLine } from '#platform/written-text.ts'

/** Renders message templates. Pure. */

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
 * Replaces `{{name}}` with its HTML-escaped value. A variable without a value is replaced with nothing; a
 * paragraph or a term with its value that is empty as a result is removed.
 */
export function fillHtml(template: string, variables: Record<string, string>): string {
  return template
    .replace(placeholder, (_, name: string) => escapeHtml(givenValue(variables, name)))
    .replace(/<dt\b[^>]*>[^<]*<\/dt><dd\b[^>]*>\s*<\/dd>|<p\b[^>]*>\s*<\/p>\n?/g, '')
}

/**
 * The same for plain text: subjects and SMS. Removes line breaks and control characters, which prevents
 * header injection in subjects.
 */
export function fillText(template: string, variables: Record<string, string>): string {
  return template.replace(placeholder, (_, name: string) => oneLine(givenValue(variables, name)))
}

/**
 * The plain-text version of an HTML email: links are followed by their URL, blocks are separated by line
 * breaks.
 */
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

/** The content of the footer of an email that can be turned off. */
export interface Footer {
  unsubscribeUrl: string
  appUrl: string
  /** The sender's name and postal address in one line. */
  sender: string
}

/** Adds the footer to an email that can be turned off: unsubscribe link, settings link, and sender. */
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

/** Title and body of a notification in one line each, of limited length. */
export const shortWords = ({ title, body }: { title: string; body: string }) => ({
  title: shortLine(title, 200),
  body: shortLine(body, 500),
})

/** Sanitizes user input: removes line breaks and limits the length. */
function shortLine(text: string, atMost: number): string {
  const line = oneLine(text).replace(/\s+/g, ' ').trim()
  return line.length <= atMost ? line : `${line.slice(0, atMost - 1)}…`
}

/** Renders a text, avoiding characters that would increase its number of segments. */
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

/**
 * Replaces typographic dashes, quotation marks and spaces with GSM 03.38 equivalents. Letters in names are
 * kept.
 */
export const inPlainCharacters = (text: string) =>
  text.replace(/[–—‑−‘’“”…·\u00a0\u202f]/g, (char) => plain[char] ?? char)

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These characters take two septets. */
const extended = new Set('^{}\\[~]|€\f')

/**
 * The number of segments of a text: 160 characters of the GSM 03.38 alphabet, or 70 if any character is
 * outside it; 153 or 67 per segment for multi-part texts. A two-septet character is not split across
 * segments.
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

/** Uses own properties only: an object also has inherited names such as `__proto__`. */
const givenValue = (variables: Record<string, string>, name: string): string =>
  Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
