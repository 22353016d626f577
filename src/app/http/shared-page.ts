import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

type Bytes = Buffer<ArrayBuffer>

/** How long a proxy may serve a stored page, in seconds; browsers always revalidate. */
const PROXY_SECONDS = 15

/** A rendered page that is sent to all visitors unchanged. */
export interface SharedPage {
  headers: Readonly<Record<string, string>>
  html: Bytes
  gzip: Bytes
  /** Weak, because the compressed and the plain page share it. */
  etag: string
  /** SHA-256 hashes of the inline scripts, base64, for the content security policy. */
  scriptHashes: readonly string[]
}

const pack = promisify(gzip)

/**
 * Converts a page that was rendered with a nonce into one that can be shared. Only scripts with the nonce, which cannot occur in user
 * content, are allowed by their hash. Then all nonces are removed.
 * @returns null if the nonce also occurs in other places
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

/** Sends the page, compressed if the client supports it, or 304 if the client has the current version. */
export function answerShared(
  page: SharedPage,
  asked: { ifNoneMatch?: string | undefined; acceptEncoding?: string | undefined },
) {
  const headers = {
    etag: page.etag,
    'cache-control': `public, max-age=0, s-maxage=${PROXY_SECONDS}, must-revalidate`,
    // Sessions are in cookies, so a proxy never sends a visitor's page to a signed-in user.
    vary: 'Accept-Encoding, Cookie',
  }
  if (asked.ifNoneMatch && holds(asked.ifNoneMatch, page.etag))
    return new Response(null, { status: 304, headers })
  const isPacked = /\bgzip\b/.test(asked.acceptEncoding ?? '')
  return new Response(isPacked ? page.gzip : page.html, {
    headers: { ...page.headers, ...headers, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) },
  })
}

/** Weak comparison (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag) || tag.trim() === '*')
}

/** The contents of inline scripts with the nonce, except structured data, which is not executed. */
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
