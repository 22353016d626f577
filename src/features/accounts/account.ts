import type { Role } from '#platform/actor.ts'

/**
 * The role someone acts in: an admin role row wins, then the profile's type, then student.
 * A prospect is an extra flag: a coach-to-be who only looks.
 */
export function effectiveRole(userType: string | null | undefined, roles: readonly string[]): Role {
  if (roles.includes('admin')) return 'admin'
  if (roles.includes('prospect')) return 'prospect'
  return userType === 'instructor' ? 'coach' : 'student'
}

/**
 * The state of an account. `open`: it is used. `suspended`: an admin keeps its owner out until the suspension is lifted.
 * `closed`: it is deleted, by its owner or at their wish. In SQL `profiles.is_open` says whether it is `open`.
 */
export type AccountState = 'open' | 'suspended' | 'closed'

/** The state of an account by the two instants of its row; a closed account stays closed. */
export function accountState(account: { closedAt: Date | null; suspendedAt: Date | null }): AccountState {
  if (account.closedAt) return 'closed'
  return account.suspendedAt ? 'suspended' : 'open'
}

/**
 * Where to go after signing in: one of our own pages, or home. A browser reads `//host`, `/\\host` and control characters
 * inside an address as another site; such addresses are not followed.
 * @param wanted the `redirect` of an address, typed by anyone
 */
export function safeRedirect(wanted: string | undefined | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks, so `/\t/host` is `//host`.
  return /[\u0000-\u001f\\]/.test(wanted) ? '/' : wanted
}
