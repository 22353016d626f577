import frauncesUrl from './fonts/fraunces-core.woff2?url'
import frauncesItalicUrl from './fonts/fraunces-italic-core.woff2?url'
import instrumentSansUrl from './fonts/instrument-sans-core.woff2?url'

/** Addresses of the two font files every page needs. */
export const fontFiles: readonly string[] = [frauncesUrl, instrumentSansUrl]

/** The italic, for pages that open with it. */
export const italicFontFile: string = frauncesItalicUrl

/** A link that fetches a font before the styles ask for it. */
export const fontPreload = (href: string) => ({
  rel: 'preload',
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
})
