import type { Actor } from '#platform/actor.ts'

/**
 * Whether a caller may see and use saved cards, or open a checkout that offers them: the owner of the account, but not an
 * admin who acts as the owner, and not a program with an access token.
 */
export const mayUseCards = ({ impersonatedBy, token }: Pick<Actor, 'impersonatedBy' | 'token'>): boolean =>
  !impersonatedBy && !token
