import type { LetterTemplate } from '#platform/letter-template.ts'

/** Validates templates edited by admins, so that they cannot break an email or harm its readers. Pure. */

/** The variables that every letter and text can use. */
export const houseNames = ['site_name', 'app_url', 'support_email', 'sms_cta_url'] as const

/** The wording of an email, as edited by an admin. */
export interface EmailWords {
  subject: string
  html: string
}

/** The placeholder names in the texts, each once, in order of appearance, including invalid ones. */
export const namesIn = (...texts: string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())),
  ),
]

/** The variables available in a template. */
export const namesOf = (letter: Pick<LetterTemplate, 'variables'>): string[] => [
  ...letter.variables,
  ...houseNames,
]

/** Longer than any reasonable email; Gmail clips messages beyond 102 kB. */
const MOST_HTML = 90_000
const MOST_SUBJECT = 200
/** The most that phones reassemble. */
const MOST_TEXT = 1_000

/** The parts of a template that are validated. */
type Checked = Pick<LetterTemplate, 'variables' | 'needs' | 'email' | 'text'>

/** Errors in an email's wording, as shown to the admin; empty if it is valid. */
export function problemsOfEmail(
  letter: Checked,
  { subject, html }: EmailWords,
): { field: 'subject' | 'html'; message: string }[] {
  const inSubject = [
    ...(subject.trim() === '' ? ['Write a subject: mail programs hide letters without one.'] : []),
    ...(subject.length > MOST_SUBJECT ? [`A subject has at most ${MOST_SUBJECT} characters.`] : []),
    ...problemsOfNames(letter, subject),
  ]
  const inHtml = [
    ...(html.replace(/<[^>]*>/g, '').trim() === '' ? ['The letter is empty.'] : []),
    ...(html.length > MOST_HTML ? ['The letter is too long: mail programs cut it off.'] : []),
    ...problemsOfNames(letter, html),
    ...problemsOfHtml(html),
    ...missingFromEmail(letter, subject, html),
  ]
  return [
    ...inSubject.map((message) => ({ field: 'subject' as const, message })),
    ...inHtml.map((message) => ({ field: 'html' as const, message })),
  ]
}

/** The same for a text. */
export const problemsOfText = (letter: Checked, message: string): string[] => [
  ...(message.trim() === '' ? ['The text is empty.'] : []),
  ...(message.length > MOST_TEXT ? [`A text has at most ${MOST_TEXT} characters.`] : []),
  ...problemsOfNames(letter, message),
  ...neededIn(letter, 'sms')
    .filter((name) => !namesIn(message).includes(name))
    .map((name) => `Add {{${name}}}: this text does not work without it.`),
]

/** The variables that a channel's wording must contain. */
export function neededIn(letter: Checked, channel: 'email' | 'sms'): string[] {
  const { email, text } = letter
  const builtIn = channel === 'email' ? `${email?.subject ?? ''} ${email?.html ?? ''}` : (text?.message ?? '')
  const named = new Set(namesIn(builtIn))
  return letter.needs.filter((name) => named.has(name))
}

/** Required variables that are not visible in the email or not clickable. */
function missingFromEmail(letter: Checked, subject: string, html: string): string[] {
  const needed = neededIn(letter, 'email')
  if (needed.length === 0) return []
  const body = html.replace(/<head\b[\s\S]*?<\/head>/i, '')
  const seen = new Set(namesIn(subject, body.replace(/<[^>]*>/g, ' ')))
  const linked = new Set(
    [...body.matchAll(/<a\b[^>]*\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi)].flatMap(
      ([, href = '', label = '']) =>
        /<img\b/i.test(label) || label.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '' ? namesIn(href) : [],
    ),
  )
  return needed.flatMap((name) => {
    if (!name.endsWith('_url'))
      return seen.has(name) ? [] : [`Add {{${name}}}: this email does not work without it.`]
    return linked.has(name)
      ? []
      : [
          `Add the link this email is for: <a href="{{${name}}}">…</a>, with words to click on. The email does not work without it.`,
        ]
  })
}

function problemsOfNames(letter: Pick<LetterTemplate, 'variables'>, text: string): string[] {
  const known = new Set(namesOf(letter))
  const unknown = namesIn(text).filter((name) => !known.has(name))
  const rest = text.replace(/\{\{[^{}]*\}\}/g, '')
  return [
    ...unknown.map(
      (name) =>
        `There is no variable {{${name}}} in this template. See the Variables tab for those there are.`,
    ),
    ...(/\{\{|\}\}/.test(rest)
      ? ['A variable is not closed: write {{name}}, with two braces on each side.']
      : []),
  ]
}

const allowedTags = new Set(
  (
    'html head meta title body div p span a br hr b i u s strong em small sub sup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd ' +
    'blockquote pre code table thead tbody tfoot tr td th caption img center'
  ).split(' '),
)
const allowedAttributes = new Set(
  'style href src alt width height lang dir role class align valign title colspan rowspan charset name content cellpadding cellspacing border bgcolor'.split(
    ' ',
  ),
)

/** A lexical unit of HTML: the doctype, a tag with double-quoted attributes, or text without `<`. */
const piece = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+\s*=\s*"[^"<>]*")*)\s*(\/?)>|[^<]+/giy

/**
 * Validates HTML against an allowlist. Other tags, attributes and URLs are rejected by name, and so is any
 * ambiguous syntax.
 */
function problemsOfHtml(html: string): string[] {
  const problems = new Set<string>()
  piece.lastIndex = 0
  while (piece.lastIndex < html.length) {
    const at = piece.lastIndex
    const found = piece.exec(html)
    if (!found) {
      problems.add(
        `We cannot read the HTML from “${html.slice(at, at + 30).trim()}” on. ${howToWrite(html.slice(at))}`,
      )
      break
    }
    const [, , name, attributes = ''] = found
    if (!name) continue
    const tag = name.toLowerCase()
    if (!allowedTags.has(tag)) problems.add(`An email cannot contain <${tag}>.`)
    for (const [, key = '', value = ''] of attributes.matchAll(/([a-z-]+)\s*=\s*"([^"]*)"/gi))
      for (const problem of problemsOfAttribute(tag, key.toLowerCase(), value)) problems.add(problem)
  }
  return [...problems]
}

const howToWrite = (rest: string) => {
  const tag = /^<\/?([a-z][a-z0-9]*)/i.exec(rest)?.[1]?.toLowerCase()
  if (rest.startsWith('<!--')) return 'Leave comments out.'
  if (tag && !allowedTags.has(tag)) return `An email cannot contain <${tag}>.`
  return 'Put values of attributes into double quotes, and write &lt; for a single “<”.'
}

function problemsOfAttribute(tag: string, name: string, value: string): string[] {
  if (name.startsWith('on')) return [`An email cannot run scripts: take ${name} out of <${tag}>.`]
  if (!allowedAttributes.has(name)) return [`<${tag}> cannot have ${name} in an email.`]
  if (
    name === 'style' &&
    /\\|\/\*|url\s*\(|expression|@import|behavior|binding|javascript|&#|\{\{/i.test(value)
  )
    return ['A style can neither load anything nor contain a variable.']
  if (name === 'href') return problemsOfLink(tag, value)
  if (name === 'src')
    return isSafeAddress(value) ? [] : ['A picture needs an address that begins with https://.']
  if (['class', 'name', 'charset', 'content', 'lang', 'dir'].includes(name) && value.includes('{{'))
    return [`${name} of <${tag}> cannot contain a variable.`]
  return []
}

/** A link target must be a page of this application given by a variable, an https URL, or a mailto URL. */
function problemsOfLink(tag: string, value: string): string[] {
  if (tag !== 'a') return [`Only <a> can have a link, not <${tag}>.`]
  if (isSafeAddress(value) || /^mailto:(\{\{\s*support_email\s*\}\}|[\w.+-]+@[\w.-]+)$/.test(value)) return []
  return [
    `A link leads to {{app_url}}, another variable that ends in _url, or an address that begins with https://; “${value.slice(0, 60)}” does not.`,
  ]
}

function isSafeAddress(value: string): boolean {
  if (/^\{\{\s*[a-z_]*_url\s*\}\}([/?#][^\s{}]*)?$/.test(value)) return true
  return /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#][^\s{}]*)?$/i.test(value)
}
