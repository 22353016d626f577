import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'

/**
 * Where a request came from, for limits. Only as many X-Forwarded-For entries are believed as there are proxies of ours;
 * an IPv6 address counts as its /64, since one household has all of those.
 */
export function clientAddress(c: Context, trustedHops: number): string {
  const socket = (c.env as { incoming?: { socket?: PeerSocket } } | undefined)?.incoming?.socket
  return requestAddress(c.req.header('x-forwarded-for'), socket, trustedHops)
}

/**
 * The same for a request that the framework has not seen yet.
 * @param forwarded the X-Forwarded-For header, as it came
 */
export function requestAddress(
  forwarded: string | undefined,
  socket: PeerSocket | undefined,
  trustedHops: number,
): string {
  if (trustedHops > 0) {
    const client = forwarded?.split(',').at(-trustedHops)?.trim()
    if (client) return networkOf(client)
  }
  if (!socket) return 'unknown'
  const known = networks.get(socket) ?? networkOf(socket.remoteAddress || 'unknown')
  networks.set(socket, known)
  return known
}

/** How many addresses the proxies in front wrote into X-Forwarded-For. */
export const forwardingProxies = (c: Context): number =>
  (c.req.header('x-forwarded-for') ?? '').split(',').filter((part) => part.trim() !== '').length

interface PeerSocket {
  remoteAddress?: string
}

/** A connection brings many requests, all from one place. */
const networks = new WeakMap<PeerSocket, string>()

/**
 * The part of an address that one person controls: an IPv4 address, or the /64 of an IPv6 one. Proxies write addresses with
 * and without ports, brackets and zones; all spellings of one address are one. What is no address is 'unknown'.
 */
export function networkOf(address: string): string {
  const plain = withoutPort(address.trim()).replace(/%.*$/, '')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  // One way to write it: small letters, no needless zeros, an IPv4 tail in hexadecimal.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return ipv4Inside(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** `[::1]:443`, `[::1]` and `192.0.2.7:443` without what is not the address. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)
  return bracketed?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
}

/** The IPv4 address that an IPv6 socket shows as `::ffff:192.0.2.7`. */
function ipv4Inside(groups: readonly string[]): string | null {
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return null
  if (high === undefined || low === undefined) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
