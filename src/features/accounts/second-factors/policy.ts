import type { Actor } from '#platform/actor.ts'
import type { Env } from '#platform/env.ts'

/** Whether a second factor is mandatory: for admins, if the installation requires it. Pure. */
export const mustHaveSecondFactor = (
  actor: Pick<Actor, 'role'>,
  env: Pick<Env, 'ADMIN_TWO_FACTOR'>,
): boolean => actor.role === 'admin' && env.ADMIN_TWO_FACTOR === 'required'
