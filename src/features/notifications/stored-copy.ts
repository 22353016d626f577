import { isUuidInAnyCase } from '#platform/uuid.ts'

/** Prepares the copy of an email that is stored for admins: the text without secrets. Pure. */

const HIDDEN = '•••'
const LONGEST_PLAIN = 40

/**
 * Removes secrets from the links in an email's values: only ids remain in query strings, and path segments as
 * long as a signature are removed. The result does not open anything the admin's own account cannot open.
 */
export const withoutLinkSecrets = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/https?:\/\/[^\s<>"']+/gi, hideSecrets),
    ]),
  )

/** True if a link signs its reader in or is single-use. */
export const hasSecret = (variables: Readonly<Record<string, string>>): boolean =>
  Object.values(variables).some((value) => /[?&#](token|code|key|secret)=/i.test(value))

function hideSecrets(link: string): string {
  if (!URL.canParse(link)) return HIDDEN
  const url = new URL(link)
  if (url.username || url.password) return HIDDEN
  const path = url.pathname
    .split('/')
    .map((segment) => (segment.length > LONGEST_PLAIN && !isUuidInAnyCase(segment) ? HIDDEN : segment))
    .join('/')
  const query = [...url.searchParams].map(
    ([name, value]) => `${name}=${isUuidInAnyCase(value) ? value : HIDDEN}`,
  )
  const hash = /^#[a-z-]*$/.test(url.hash) ? url.hash : url.hash && `#${HIDDEN}`
  return `${url.origin}${path === '/' && !link.endsWith('/') ? '' : path}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`
}

/**
 * Moves the links of this installation to the domain that admins chose for emails.
 * @param from the base URL the links were made with
 * @param to the new base URL
 */
export function underDomain(
  variables: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Record<string, string> {
  if (from === to) return { ...variables }
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, moved(value, from, to)]))
}

/** Only values that are links are changed; text written by users stays as it is. */
function moved(value: string, from: string, to: string): string {
  if (!/^https?:\/\/\S+$/.test(value)) return value
  const own = value.startsWith(from) && /^($|[/?#])/.test(value.slice(from.length))
  const link = own ? to + value.slice(from.length) : value
  // Links to add the feed to a calendar app contain our URL in their query.
  return link.replaceAll(encodeURIComponent(`${from}/`), encodeURIComponent(`${to}/`))
}
