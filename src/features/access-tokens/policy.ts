import type { Actor } from '#platform/actor.ts'

/**
 * Who may have tokens: students and coaches. A token has no second step, so an admin's would go round theirs; a prospect only looks.
 */
export const mayHaveTokens = ({ role }: Pick<Actor, 'role'>): boolean =>
  role === 'student' || role === 'coach'
