/** Editable email and SMS templates, and the URLs in them. Pure. */

export const templateChannels = ['email', 'sms'] as const
export type TemplateChannel = (typeof templateChannels)[number]

/** Error messages, as shown in a toast. */
export const templateWords = {
  emailsNotLoaded: 'Failed to load email templates',
  notSaved: 'Failed to save template',
  saved: 'Template saved',
  testMissing: 'Please select a template and enter a test email address.',
  testSent: 'Test Email Sent!',
  testFailed: 'Failed to send test email.',
  textsNotLoaded: 'Failed to load SMS templates',
  textNotSaved: 'Failed to update SMS template',
  ctaNotLoaded: 'Failed to load SMS CTA URL',
  ctaNotSaved: 'Failed to update SMS CTA URL',
  appUrlNotLoaded: 'Failed to load app URL settings',
  appUrlNotSaved: 'Failed to update app URL',
  appUrlSaved: 'App URL updated successfully. All email links will now use this domain.',
} as const

/**
 * Parses the base URL of links in emails: scheme and domain only.
 * @param isLocal this installation has no HTTPS, so http is accepted
 */
export function readAppUrl(
  text: string,
  isLocal: boolean,
): { ok: true; url: string } | { ok: false; message: string } {
  const url = parse(text)
  if (typeof url === 'string') return wrong(url)
  const problem = schemeProblem(url, isLocal)
  if (problem) return wrong(problem)
  if (url.pathname !== '/' || url.search || url.hash)
    return wrong(`Enter the domain only, without a path: ${url.origin}`)
  return { ok: true, url: url.origin }
}

/** Parses the URL that texts link to; any path is allowed. */
export function readCtaUrl(
  text: string,
  isLocal: boolean,
): { ok: true; url: string } | { ok: false; message: string } {
  const url = parse(text)
  if (typeof url === 'string') return wrong(url)
  const problem = schemeProblem(url, isLocal)
  if (problem) return wrong(problem)
  const written = url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href
  if (written.length > 120) return wrong('That is too long for a text message: 120 characters at most.')
  return { ok: true, url: written }
}

const wrong = (message: string) => ({ ok: false as const, message })

function parse(text: string): URL | string {
  const typed = text.trim()
  if (typed === '') return 'Please enter an address, such as https://www.example.com'
  if (/[\s<>"'\\{}]/.test(typed) || !URL.canParse(typed))
    return 'That is no address. It looks like https://www.example.com'
  return new URL(typed)
}

function schemeProblem(url: URL, isLocal: boolean): string | null {
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    return 'The address must begin with https://'
  if (url.username || url.password) return 'Leave the name and password out of the address.'
  if (isLocal || /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/i.test(url.hostname)) return null
  return 'Please enter a public domain, such as https://www.example.com'
}
