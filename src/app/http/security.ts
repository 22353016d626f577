import { randomBytes } from 'node:crypto'
import type { Env } from '#platform/env.ts'

/** For responses that may contain personal data: neither proxies nor shared browsers may store them. */
export const NOBODY_ELSES = 'private, no-store'

export const newNonce = () => randomBytes(16).toString('base64')

/** The inline scripts a page may run: those with the response's nonce, or those with one of these SHA-256 hashes (base64). */
export type InlineScripts = { nonce: string } | { hashes: readonly string[] }

/** SHA-256 hashes (base64) of the script and the styles of a page that other sites may frame. */
export interface FramedPage {
  script: string
  style: string
}

/**
 * The headers of every response. Pages also get a content security policy that allows only the given inline scripts.
 * @param path of the page
 */
export function securityHeaders(env: Env, scripts: InlineScripts | null, path = '/'): Record<string, string> {
  const mayRecord = scripts !== null && isRecordingPage(path)
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), microphone=(${mayRecord ? 'self' : ''}), geolocation=(self), payment=()`,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
  if (env.appUrl.startsWith('https://'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  headers['content-security-policy'] = scripts
    ? pagePolicy(scripts, env, mayRecord)
    : "default-src 'none'; frame-ancestors 'none'"
  return headers
}

/**
 * The headers of a page that any site may frame. The page is sandboxed: it has no cookies, storage or forms, may load only pictures, fonts
 * and itself, and may navigate the parent page only when the user follows a link.
 */
export function framedHeaders(env: Env, { script, style }: FramedPage): Record<string, string> {
  const { 'x-frame-options': _, ...headers } = securityHeaders(env, null)
  const own = `'self' ${new URL(env.appUrl).origin}`
  return {
    ...headers,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'sha256-${script}'`,
      `style-src 'sha256-${style}'`,
      `img-src ${own}`,
      `font-src ${own}`,
      `connect-src ${own}`,
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    ].join('; '),
  }
}

/** Only a clip's page may use the microphone and play a recording before it is sent. */
const isRecordingPage = (path: string) => /^\/clips\/[0-9a-f-]{36}\/?$/i.test(path)

function pagePolicy(scripts: InlineScripts, env: Env, mayRecord: boolean): string {
  const development = env.NODE_ENV === 'development'
  const nonce = 'nonce' in scripts ? [`'nonce-${scripts.nonce}'`] : []
  const hashes = 'hashes' in scripts ? scripts.hashes.map((hash) => `'sha256-${hash}'`) : []
  return [
    "default-src 'self'",
    ["script-src 'self'", ...nonce, ...hashes].join(' '),
    ["style-src 'self'", ...(development ? ["'unsafe-inline'"] : nonce)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `media-src 'self'${mayRecord ? ' blob:' : ''}`,
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * True for a state-changing request from another site's page. Browsers identify those with Sec-Fetch-Site or Origin. Other programs send
 * neither, but they have no user's cookies to abuse.
 */
export function isCrossSite(request: Request, env: Env): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (!origin) return false
  return origin !== new URL(env.appUrl).origin && origin !== new URL(request.url).origin
}
