import { eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { Services } from '#ports/services.ts'
import { findActor } from '../queries.ts'
import { hasPasskey } from '../sign-in-methods/queries.ts'
import { profiles, sessions } from '../tables.ts'
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

/**
 * What an admin who must have a second factor still has to do after a password or link: use a passkey, or set up
 * an app if there is none. Until then they have a session, but no permissions. Null if nothing is missing.
 */
export async function missingStep(
  db: Queryable,
  userId: string,
  env: Rule,
): Promise<'passkey' | 'set_up' | null> {
  const actor = await findActor(db, userId)
  if (!actor || !mustHaveSecondFactor(actor, env) || (await hasSecondFactor(db, userId))) return null
  return (await hasPasskey(db, userId)) ? 'passkey' : 'set_up'
}

/**
 * The user of a session with role and permissions; also null for an admin who must have a second factor, has no
 * authenticator app, and did not sign in with a passkey.
 */
export async function findSecured(
  db: Queryable,
  session: { id: string; userId: string },
  env: Rule,
): Promise<Actor | null> {
  const actor = await findActor(db, session.userId)
  if (!actor || !mustHaveSecondFactor(actor, env) || (await hasSecondFactor(db, session.userId))) return actor
  const [opened] = await db
    .select({ isTwoStep: sessions.isTwoStep })
    .from(sessions)
    .where(eq(sessions.id, session.id))
  return opened?.isTwoStep ? actor : null
}

export async function readSecondFactor(services: Services, actor: Actor): Promise<SecondFactorState> {
  const isOn = await hasSecondFactor(services.db, actor.userId)
  return {
    isOn,
    isRequired: mustHaveSecondFactor(actor, services.env),
    backupCodesLeft: isOn ? await services.sessions.secondFactor.countBackupCodes(actor.userId) : 0,
  }
}
