import { randomBytes } from 'node:crypto'
import type { Env } from '#platform/env.ts'

/** For what may be one person's: neither a proxy nor a browser that others use keeps it. */
export const NOBODY_ELSES = 'private, no-store'

export const newNonce = () => randomBytes(16).toString('base64')

/** The headers of every answer; pages also get a content security policy that admits only scripts with this nonce. */
export function securityHeaders(env: Env, nonce: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
  if (env.appUrl.startsWith('https://'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  headers['content-security-policy'] = nonce
    ? pagePolicy(nonce, env)
    : "default-src 'none'; frame-ancestors 'none'"
  return headers
}

function pagePolicy(nonce: string, env: Env): string {
  const development = env.NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * True for a request that changes something and was started by another site's page. Browsers say so in Sec-Fetch-Site
 * or Origin; programs send neither and have no cookie to borrow.
 */
export function isForeign(request: Request, env: Env): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (!origin) return false
  return origin !== new URL(env.appUrl).origin && origin !== new URL(request.url).origin
}
