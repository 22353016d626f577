import type { Actor, Role } from '#platform/actor.ts'

/** The redirect target. */
export type Elsewhere =
  | { to: '/auth'; search: { redirect: string; from?: 'booking'; instructor?: string } }
  | { to: '/'; search: { notice?: 'admins-stay-out' } }

/**
 * Checks whether a user may view a group of pages. Visitors are redirected to the sign-in page, which returns
 * them to the same URL. Admins are redirected home with a notice that they have a separate area, others
 * without one.
 * @param href the requested path and query
 * @returns null if access is allowed
 */
export function whereInstead(
  me: Pick<Actor, 'role'> | null,
  allowed: readonly Role[] | 'signed-in',
  href: string,
): Elsewhere | null {
  if (!me) return { to: '/auth', search: { redirect: href, ...bookingOf(href) } }
  if (allowed === 'signed-in' || allowed.includes(me.role)) return null
  return { to: '/', search: me.role === 'admin' ? { notice: 'admins-stay-out' } : {} }
}

/** Makes the sign-in page mention the booking that the visitor was about to make. */
function bookingOf(href: string): { from?: 'booking'; instructor?: string } {
  const instructor = /^\/instant-book\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#]|$)/i.exec(
    href,
  )?.[1]
  return instructor ? { from: 'booking', instructor } : {}
}

/** Admins only: all others go home, visitors included, and learn nothing of what is behind it. */
export function whereInsteadOfAdmin(me: Pick<Actor, 'role'> | null): Elsewhere | null {
  return me?.role === 'admin' ? null : { to: '/', search: {} }
}
