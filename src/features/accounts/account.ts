import type { Role } from '#platform/actor.ts'

/**
 * The role someone acts in: an admin role row wins, then the profile's type, then student (U27).
 * A prospect is an extra flag: a coach-to-be who only looks.
 */
export function effectiveRole(userType: string | null | undefined, roles: readonly string[]): Role {
  if (roles.includes('admin')) return 'admin'
  if (roles.includes('prospect')) return 'prospect'
  return userType === 'instructor' ? 'coach' : 'student'
}
