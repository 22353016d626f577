import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as securedRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import ipaddr from 'ipaddr.js'

/**
 * Fetches URLs entered by users. Addresses within our own network are never reached, regardless of DNS or
 * redirects (SSRF protection).
 */

export const publicFetchFaults = [
  'bad_address',
  'not_https',
  'internal_address',
  'unknown_host',
  'unreachable',
  'timeout',
  'too_large',
  'too_many_redirects',
  'not_allowed',
  'not_found',
  'answered_wrong',
] as const
export type PublicFetchFault = (typeof publicFetchFaults)[number]

export class PublicFetchError extends Error {
  override name = 'PublicFetchError'
  readonly fault: PublicFetchFault
  constructor(fault: PublicFetchFault, cause?: unknown) {
    super(`could not be read: ${fault}`, { cause })
    this.fault = fault
  }
}

export interface PublicAnswer {
  /** 304 has no body. */
  status: 200 | 304
  body: Buffer
  etag: string | null
  lastModified: string | null
}

export interface PublicFetchSettings {
  /** The limit for the decompressed body. */
  maxBytes: number
  /** The limit for everything: DNS, connection, redirects, and body. */
  timeoutMs: number
  /**
   * `host:port` values that may be reached without encryption and within our network, such as a test double.
   */
  extraHosts?: readonly string[]
  /** Resolves a name to all of its addresses. */
  resolve?: (host: string) => Promise<{ address: string; family: number }[]>
}

const MOST_REDIRECTS = 3
const PORTS = ['', '8443']

/**
 * True for addresses of the public internet; false for private, local, reserved and translated addresses, and
 * for invalid ones.
 */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && !isIpv4Compatible(address) && ipaddr.process(address).range() === 'unicast'

/** `::a.b.c.d`, deprecated: an IPv4 address that some systems still connect to. */
function isIpv4Compatible(address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0)
}

/**
 * Normalizes and validates a URL: `webcal:` becomes `https:`.
 * @throws PublicFetchError bad_address, not_https, internal_address
 */
export function publicUrl(typed: string, extraHosts: readonly string[] = []): URL {
  const address = typed.trim().replace(/^webcals?:\/\//i, 'https://')
  if (address.length > 2_000 || !URL.canParse(address)) throw new PublicFetchError('bad_address')
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') throw new PublicFetchError('bad_address')
  if (extraHosts.includes(url.host)) {
    // Test doubles do not use encryption.
    url.protocol = 'http:'
    return url
  }
  if (url.protocol === 'http:') throw new PublicFetchError('not_https')
  if (url.protocol !== 'https:' || !PORTS.includes(url.port)) throw new PublicFetchError('bad_address')
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isPublicAddress(literal)) throw new PublicFetchError('internal_address')
  if (!ipaddr.isValid(literal) && !/\.[a-z][a-z0-9-]*\.?$/i.test(url.hostname))
    throw new PublicFetchError(/^localhost\.?$/i.test(url.hostname) ? 'internal_address' : 'bad_address')
  return url
}

/**
 * Fetches one URL: https only, at most three redirects, each checked like the first. Connects to the address
 * that was checked, which prevents DNS rebinding.
 * @throws PublicFetchError
 */
export async function fetchPublic(
  address: string,
  known: { etag?: string | null; lastModified?: string | null },
  settings: PublicFetchSettings,
): Promise<PublicAnswer> {
  const { timeoutMs, extraHosts = [] } = settings
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let url = publicUrl(address, extraHosts)
    for (let redirects = 0; ; redirects++) {
      const answer = await ask(url, known, settings, signal)
      const { statusCode: status = 0, headers } = answer
      if ([301, 302, 303, 307, 308].includes(status) && headers.location) {
        answer.destroy()
        if (redirects === MOST_REDIRECTS) throw new PublicFetchError('too_many_redirects')
        if (!URL.canParse(headers.location, url)) throw new PublicFetchError('answered_wrong')
        url = publicUrl(new URL(headers.location, url).href, extraHosts)
        continue
      }
      return await readAnswer(answer, settings.maxBytes, signal)
    }
  } catch (error) {
    throw faultOf(error, signal)
  }
}

function ask(
  url: URL,
  known: { etag?: string | null; lastModified?: string | null },
  { resolve = everyAddress, extraHosts = [] }: PublicFetchSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isExtra = extraHosts.includes(url.host)
  const request = isExtra ? plainRequest : securedRequest
  return new Promise((done, fail) => {
    const asked = request(url, {
      signal,
      agent: false,
      lookup: isExtra ? undefined : checkedLookup(resolve),
      headers: {
        accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'Greenside calendar reader',
        ...(known.etag ? { 'if-none-match': known.etag } : {}),
        ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      },
    })
    asked.on('response', done)
    asked.on('error', fail)
    asked.end()
  })
}

/**
 * Resolves a name, rejects it if any of its addresses is internal, and returns the checked addresses to the
 * connection.
 */
export function checkedLookup(resolve: NonNullable<PublicFetchSettings['resolve']>): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (!first) done(new PublicFetchError('unknown_host'), '')
        else if (!found.every(({ address }) => isPublicAddress(address)))
          done(new PublicFetchError('internal_address'), '')
        else if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(new PublicFetchError('unknown_host', error), ''),
    )
  }
}

export const everyAddress = (host: string) => lookUp(host, { all: true })

async function readAnswer(
  answer: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  const { statusCode: status = 0, headers } = answer
  const tags = { etag: short(headers.etag), lastModified: short(headers['last-modified']) }
  if (status !== 200) answer.destroy()
  if (status === 304) return { status, body: Buffer.alloc(0), ...tags }
  if (status === 401 || status === 403) throw new PublicFetchError('not_allowed')
  if (status === 404 || status === 410) throw new PublicFetchError('not_found')
  if (status !== 200) throw new PublicFetchError('answered_wrong', new Error(`answered ${status}`))
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy()
    throw new PublicFetchError('too_large')
  }
  const body = await readAtMost(answer, unpacked(answer), maxBytes, signal)
  return { status, body, ...tags }
}

/** Overlong validators (ETag, Last-Modified) are not worth storing. */
const short = (header: string | undefined) => (header && header.length <= 500 ? header : null)

function unpacked(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? 'identity'
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return answer.pipe(createGunzip())
    case 'deflate':
      return answer.pipe(createInflate())
    case 'br':
      return answer.pipe(createBrotliDecompress())
    case 'identity':
      return answer
    default:
      throw new PublicFetchError('answered_wrong')
  }
}

/**
 * Stops at the first decompressed byte over the limit, so that a decompression bomb is never fully unpacked.
 */
async function readAtMost(source: IncomingMessage, stream: Readable, maxBytes: number, signal: AbortSignal) {
  const parts: Buffer[] = []
  let size = 0
  const stop = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', stop)
  source.once('error', (error) => stream.destroy(error))
  source.once('aborted', () => stream.destroy(new PublicFetchError('unreachable')))
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxBytes) throw new PublicFetchError('too_large')
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    signal.removeEventListener('abort', stop)
    source.destroy()
    stream.destroy()
  }
}

export function faultOf(error: unknown, signal: AbortSignal): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  if (signal.aborted) return new PublicFetchError('timeout', error)
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && /^Z_|^ERR__ERROR/.test(code))
    return new PublicFetchError('answered_wrong', error)
  return new PublicFetchError('unreachable', error)
}
