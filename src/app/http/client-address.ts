import { isIPv6 } from 'node:net'
import type { Context } from 'hono'

/**
 * Where a request came from, for limits. Only as many X-Forwarded-For entries are believed as there are proxies of ours;
 * an IPv6 address counts as its /64, since one household has all of those.
 */
export function clientAddress(c: Context, trustedHops: number): string {
  if (trustedHops > 0) {
    const chain = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
    const forwarded = chain.at(-trustedHops)
    if (forwarded) return networkOf(forwarded)
  }
  const socket = (c.env as { incoming?: { socket?: PeerSocket } } | undefined)?.incoming?.socket
  if (!socket) return 'unknown'
  const known = networks.get(socket) ?? networkOf(socket.remoteAddress || 'unknown')
  networks.set(socket, known)
  return known
}

interface PeerSocket {
  remoteAddress?: string
}

/** A connection brings many requests, all from one place. */
const networks = new WeakMap<PeerSocket, string>()

/** The part of an address that one person controls. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups =
    tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
