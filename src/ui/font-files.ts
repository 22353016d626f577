import frauncesUrl from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import instrumentSansUrl from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'

/** Addresses of the two font files every page needs, for `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export const fontFiles: readonly string[] = [frauncesUrl, instrumentSansUrl]
