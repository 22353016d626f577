import { eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { Services } from '#ports/services.ts'
import { findActor } from '../queries.ts'
import { profiles } from '../tables.ts'
import { mustHaveSecondFactor } from './policy.ts'
import type { SecondFactorState } from './schema.ts'

type Rule = Pick<Env, 'ADMIN_TWO_FACTOR'>

export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ isOn: profiles.twoFactorEnabled })
    .from(profiles)
    .where(eq(profiles.id, userId))
  return found?.isOn ?? false
}

/** An admin who must have a second factor but has not set it up: they have a session, but no permissions. */
export async function mustSetUp(db: Queryable, userId: string, env: Rule): Promise<boolean> {
  const actor = await findActor(db, userId)
  return actor !== null && mustHaveSecondFactor(actor, env) && !(await hasSecondFactor(db, userId))
}

/** A user with role and permissions; also null for an admin who has not set up a mandatory second factor. */
export async function findSecured(db: Queryable, userId: string, env: Rule): Promise<Actor | null> {
  const actor = await findActor(db, userId)
  if (!actor || !mustHaveSecondFactor(actor, env)) return actor
  return (await hasSecondFactor(db, userId)) ? actor : null
}

export async function readSecondFactor(services: Services, actor: Actor): Promise<SecondFactorState> {
  const isOn = await hasSecondFactor(services.db, actor.userId)
  return {
    isOn,
    isRequired: mustHaveSecondFactor(actor, services.env),
    backupCodesLeft: isOn ? await services.sessions.secondFactor.countBackupCodes(actor.userId) : 0,
  }
}
