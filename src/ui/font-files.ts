import frauncesUrl from './fonts/fraunces-core.woff2?url'
import frauncesItalicUrl from './fonts/fraunces-italic-core.woff2?url'
import instrumentSansUrl from './fonts/instrument-sans-core.woff2?url'

/** URLs of the two font files that every page needs. */
export const fontFiles: readonly string[] = [frauncesUrl, instrumentSansUrl]

/** The italic font, for pages that show it initially. */
export const italicFontFile: string = frauncesItalicUrl

/** A preload link for a font. */
export const fontPreload = (href: string) => ({
  rel: 'preload',
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
})
