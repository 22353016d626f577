import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'

/**
 * Passwords, addresses and the end of an account are for the person alone, not for an admin who acts as them (U30).
 * @throws AppError impersonating
 */
export function onlyThemselves(actor: Actor): void {
  if (actor.impersonatedBy)
    throw new AppError('not_allowed', 'impersonating', 'This cannot be done while acting as somebody else.')
}
