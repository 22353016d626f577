import { siteName } from '#platform/site-name.ts'

/** The title of a page, as in the tab of the browser. @param name of the page, without the product */
const titleOf = (name: string): string => `${name} · ${siteName}`

/** The `head` of a route whose page has a title only. @param name of the page */
export const titleHead = (name: string) => () => ({ meta: [{ title: titleOf(name) }] })

/** The same for a page that search engines do not list. */
export const unlistedHead = (name: string) => () => ({
  meta: [{ title: titleOf(name) }, { name: 'robots', content: 'noindex' }],
})
