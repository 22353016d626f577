import { pageOrigin } from '#platform/page-origin.ts'
import { siteName } from '#platform/site-name.ts'
import type { StructuredData } from './structured-data.ts'

const socialImage = { src: '/social/site.jpg', alt: `${siteName}: golf lessons with a coach near you` }

export interface PageHead {
  /** Without the product's name, which is appended. */
  title: string
  /** The snippet in search results: one or two sentences, about 150 characters. */
  description: string
  /** The canonical path of this page, starting with `/`, without filter or tracking parameters. */
  path: string
  /** The image for link previews: 1200 × 630 pixels. */
  image?: { src: string; alt: string }
  kind?: 'website' | 'article' | 'profile'
  /** Excludes the page from search results; its links are still followed. */
  isUnlisted?: boolean
  /**
   * For search engines, which read the server's response. Pages compute it only there (`import.meta.env.SSR`), so that browsers do not
   * load its code.
   */
  structuredData?: readonly StructuredData[]
}

/** The `head` of a public page's route: metadata for search engines and link previews. */
export function pageHead(page: PageHead) {
  const origin = pageOrigin()
  const title = page.title.includes(siteName) ? page.title : `${page.title} · ${siteName}`
  const image = page.image ?? socialImage
  const address = origin + page.path
  return {
    meta: [
      { title },
      { name: 'description', content: page.description },
      ...(page.isUnlisted ? [{ name: 'robots', content: 'noindex, follow' }] : []),
      { property: 'og:site_name', content: siteName },
      { property: 'og:type', content: page.kind ?? 'website' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: page.description },
      { property: 'og:url', content: address },
      { property: 'og:image', content: absolute(origin, image.src) },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: image.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: address }],
    scripts: (page.structuredData ?? []).map((data) => ({
      type: 'application/ld+json',
      children: scriptText(data),
    })),
  }
}

/**
 * Serializes JSON for a script element. Escaping `<`, `>` and `&` prevents user content from closing the
 * element.
 */
export function scriptText(data: StructuredData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** Makes a URL absolute. @param src a path on this site or an absolute URL */
export function absolute(origin: string, src: string): string {
  return /^https?:\/\//.test(src) ? src : origin + src
}
