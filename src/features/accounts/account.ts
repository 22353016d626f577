import type { Role } from '#platform/actor.ts'

/**
 * The effective role: an admin role row takes precedence, then the profile's type, then student. Prospect is
 * an additional flag for a prospective coach with read-only access.
 */
export function effectiveRole(userType: string | null | undefined, roles: readonly string[]): Role {
  if (roles.includes('admin')) return 'admin'
  if (roles.includes('prospect')) return 'prospect'
  return userType === 'instructor' ? 'coach' : 'student'
}

/**
 * The state of an account. `open`: in use. `suspended`: an admin has blocked it until the suspension is
 * lifted. `closed`: deleted by its owner or at their request. In SQL, `profiles.is_open` is true for `open`.
 */
export type AccountState = 'open' | 'suspended' | 'closed'

/** Derives the state of an account from its two timestamps; `closed` takes precedence. */
export function accountState(account: { closedAt: Date | null; suspendedAt: Date | null }): AccountState {
  if (account.closedAt) return 'closed'
  return account.suspendedAt ? 'suspended' : 'open'
}

/** The number of days after which a coach can invite an address again that declined. */
export const INVITED_AGAIN_AFTER_DAYS = 30

/**
 * The path to go to after signing in: a path in this application, or the home page. Browsers resolve
 * `//host`, `/\\host` and paths with control characters to other sites, so these are rejected.
 * @param wanted the untrusted `redirect` parameter
 */
export function safeRedirect(wanted: string | undefined | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks, so `/\t/host` is `//host`.
  return /[\u0000-\u001f\\]/.test(wanted) ? '/' : wanted
}
