import type { Actor, Role } from '#platform/actor.ts'

/** Where someone is sent instead of the page asked for. */
export type Elsewhere =
  | { to: '/auth'; search: { redirect: string; from?: 'booking'; instructor?: string } }
  | { to: '/'; search: { notice?: 'admins-stay-out' } }

/**
 * Who may see a group of pages. Nobody known goes to sign in and comes back to the very address; an
 * admin is told that there is an area of their own; everyone else goes home.
 * @param href path and query that were asked for
 * @returns null for those who may stay
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

/** Whoever comes to book is told what signing in is for. */
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
