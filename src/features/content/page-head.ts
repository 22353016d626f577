import { pageOrigin } from '#platform/page-origin.ts'
import type { StructuredData } from './structured-data.ts'

export const SITE_NAME = 'Greenside'

const socialImage = { src: '/art/social-default.png', alt: 'Greenside: golf lessons with a coach near you' }

export interface PageHead {
  /** Without the product's name, which is added. */
  title: string
  /** What a result list shows below the title: one or two sentences, about 150 characters. */
  description: string
  /** The one address of this page, starting with `/`, without what merely filters or tracks. */
  path: string
  /** Shown where somebody shares the page: 1200 × 630. */
  image?: { src: string; alt: string }
  kind?: 'website' | 'article' | 'profile'
  /** Result lists leave it out, and follow its links. */
  isUnlisted?: boolean
  structuredData?: readonly StructuredData[]
}

/** Everything the head of a public page says to search engines and to those who share it. For a route's `head`. */
export function pageHead(page: PageHead) {
  const origin = pageOrigin()
  const title = page.title.includes(SITE_NAME) ? page.title : `${page.title} · ${SITE_NAME}`
  const image = page.image ?? socialImage
  const address = origin + page.path
  return {
    meta: [
      { title },
      { name: 'description', content: page.description },
      ...(page.isUnlisted ? [{ name: 'robots', content: 'noindex, follow' }] : []),
      { property: 'og:site_name', content: SITE_NAME },
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

/** JSON that may stand inside a script element: whatever people wrote about themselves, it can't end the element. */
export function scriptText(data: StructuredData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** An address as other sites need it. @param src a path of ours or a whole address */
export function absolute(origin: string, src: string): string {
  return /^https?:\/\//.test(src) ? src : origin + src
}
