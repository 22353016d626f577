/** What of a letter is kept for admins to look at: the words, without what would let its reader in. Pure. */

const HIDDEN = '•••'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_PLAIN = 40

/**
 * The values of a letter with every secret of its links left out: of a link's query only ids stay, and of its path nothing that
 * is as long as a signature. What stays can be read by an admin and opens nothing that the admin's own account does not open.
 */
export const withoutSecrets = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/https?:\/\/[^\s<>"']+/gi, hideSecrets),
    ]),
  )

/** True when a link of these lets whoever has it in, or do something once. */
export const hasSecret = (variables: Readonly<Record<string, string>>): boolean =>
  Object.values(variables).some((value) => /[?&#](token|code|key|secret)=/i.test(value))

function hideSecrets(link: string): string {
  if (!URL.canParse(link)) return HIDDEN
  const url = new URL(link)
  if (url.username || url.password) return HIDDEN
  const path = url.pathname
    .split('/')
    .map((segment) => (segment.length > LONGEST_PLAIN && !uuid.test(segment) ? HIDDEN : segment))
    .join('/')
  const query = [...url.searchParams].map(([name, value]) => `${name}=${uuid.test(value) ? value : HIDDEN}`)
  const hash = /^#[a-z-]*$/.test(url.hash) ? url.hash : url.hash && `#${HIDDEN}`
  return `${url.origin}${path === '/' && !link.endsWith('/') ? '' : path}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`
}

/**
 * The values of a letter with the links of this installation under the address that admins chose for letters.
 * @param from the address the links were made with
 * @param to the address they are to have
 */
export function underDomain(
  variables: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Record<string, string> {
  if (from === to) return { ...variables }
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, moved(value, from, to)]))
}

/** Only values that are links: what people wrote to each other stays as they wrote it. */
function moved(value: string, from: string, to: string): string {
  if (!/^https?:\/\/\S+$/.test(value)) return value
  const own = value.startsWith(from) && /^($|[/?#])/.test(value.slice(from.length))
  const link = own ? to + value.slice(from.length) : value
  // A calendar's own "add" page names ours in its query.
  return link.replaceAll(encodeURIComponent(`${from}/`), encodeURIComponent(`${to}/`))
}
