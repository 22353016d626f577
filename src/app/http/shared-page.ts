import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

type Bytes = Buffer<ArrayBuffer>

/** How long a proxy may answer with a page it stored, in seconds; browsers ask again every time. */
const PROXY_SECONDS = 15

/** A drawn page that everybody who is not signed in is given as it is, byte for byte. */
export interface SharedPage {
  headers: Readonly<Record<string, string>>
  html: Bytes
  gzip: Bytes
  /** Weak: the same for the packed and the plain page. */
  etag: string
  /** SHA-256 of each inline script, base64: what its security policy admits. */
  scriptHashes: readonly string[]
}

const pack = promisify(gzip)

/**
 * Makes a page that can be shared out of one that was drawn with a nonce. Only scripts that carry the nonce, which nothing
 * but our own drawing knows, are admitted by their hash; then the nonce is taken out.
 * @returns null when the nonce stands where it cannot be taken out
 */
export async function sharePage(
  drawn: string,
  nonce: string,
  headers: Record<string, string>,
): Promise<SharedPage | null> {
  const text = drawn
    .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '')
  if (text.includes(nonce)) return null
  const html = Buffer.from(text)
  return {
    headers,
    html,
    gzip: (await pack(html)) as Bytes,
    etag: `W/"${sha256(html, 'base64url')}"`,
    scriptHashes: [...new Set(inlineScripts(drawn, nonce).map((script) => sha256(script, 'base64')))],
  }
}

/** The page, packed for those who take it so, or 304 for those who have it already. */
export function answerShared(
  page: SharedPage,
  asked: { ifNoneMatch?: string | undefined; acceptEncoding?: string | undefined },
) {
  const headers = {
    etag: page.etag,
    'cache-control': `public, max-age=0, s-maxage=${PROXY_SECONDS}, must-revalidate`,
    // A session is a cookie: a proxy never gives a visitor's page to somebody who is signed in.
    vary: 'Accept-Encoding, Cookie',
  }
  if (asked.ifNoneMatch && holds(asked.ifNoneMatch, page.etag))
    return new Response(null, { status: 304, headers })
  const isPacked = /\bgzip\b/.test(asked.acceptEncoding ?? '')
  return new Response(isPacked ? page.gzip : page.html, {
    headers: { ...page.headers, ...headers, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) },
  })
}

/** Compared weakly (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag) || tag.trim() === '*')
}

/** What stands in the script elements that carry the nonce and have no file; structured data never runs. */
function inlineScripts(html: string, nonce: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(
    ([, attributes = '', script = '']) =>
      attributes.includes(` nonce="${nonce}"`) && !/ src=| type="application\/ld\+json"/.test(attributes)
        ? [script.replace(/\r\n?/g, '\n')]
        : [],
  )
}

const sha256 = (what: string | Bytes, encoding: 'base64' | 'base64url') =>
  createHash('sha256').update(what).digest(encoding)
