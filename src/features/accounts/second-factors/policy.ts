import type { Actor } from '#platform/actor.ts'
import type { Env } from '#platform/env.ts'

/** Who must sign in in two steps: admins, where the installation requires it of them. Pure. */
export const mustHaveSecondFactor = (
  actor: Pick<Actor, 'role'>,
  env: Pick<Env, 'ADMIN_TWO_FACTOR'>,
): boolean => actor.role === 'admin' && env.ADMIN_TWO_FACTOR === 'required'
