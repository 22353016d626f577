/** Pages that say the same to everybody who is not signed in. What an address with a secret in it opens is none of them. */
const publicPages =
  /^\/($|instructor\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|blog$|blog\/[a-z0-9-]+$|privacy-policy$|terms$|accessibility$|instructor-landing$|join-instructor$|golf-lesson-(scheduling-)?software$|[a-z0-9-]+-golf-instructors$)/i

const LONGEST_ADDRESS = 300
/** Says only whose visits belong together; no page looks at it. */
const trackingCookie = /^(__Host-)?gs_vid=[^;]*$/

/**
 * True for a request that nothing tells apart from anybody else's: a public page, asked for by a reader without any cookie
 * that a page could look at, a session least of all.
 */
export function isForEverybody({ method, url, headers }: Request): boolean {
  if (method !== 'GET' || url.length > LONGEST_ADDRESS) return false
  const cookie = headers.get('cookie')
  if (cookie && !trackingCookie.test(cookie)) return false
  const accepted = headers.get('accept')
  if (accepted && !/text\/html|\*\/\*/.test(accepted)) return false
  return headers.get('authorization') === null && isPublicPage(url)
}

/** True for a page that says the same to everybody who is not signed in. */
export const isPublicPage = (url: string): boolean => publicPages.test(new URL(url).pathname)

/**
 * Whether an announcement is about a page: coaches are on nearly all of them, open times on the coach's own.
 * @param key the page's address
 */
export function isPageAbout(announced: string, key: string): boolean {
  const coach = /^coach-slots:(\S+)/.exec(announced)?.[1]
  return coach === undefined || key.toLowerCase().includes(`/instructor/${coach}`)
}
