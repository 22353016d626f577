import { eq } from 'drizzle-orm'
import type { AwaitsCode, OpenedSession } from '#platform/auth.ts'
import { AppError } from '#platform/errors.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import { readAccessVersion } from './access-version.ts'
import { rememberDevice } from './devices/commands.ts'
import { findActor, meOf } from './queries.ts'
import type { Me, NextStep } from './schema.ts'
import { missingStep } from './second-factors/queries.ts'
import { sessions } from './tables.ts'

/**
 * Completes a sign-in: sets the cookies and returns the user.
 * @throws AppError suspended, after ending the new session
 */
export async function completeSignIn(context: RequestContext<Services>, opened: OpenedSession): Promise<Me> {
  const { services, answerHeaders } = context
  const me = await findActor(services.db, opened.userId)
  if (!me) {
    await services.db.delete(sessions).where(eq(sessions.userId, opened.userId))
    throw new AppError(
      'not_allowed',
      'suspended',
      `This account is suspended. Please write to ${services.env.SUPPORT_EMAIL}.`,
    )
  }
  copyCookies(opened.headers, answerHeaders)
  await rememberBrowser(context, me.userId)
  return meOf(me)
}

/**
 * Completes the first factor: returns the user, or the next step if a second factor is required.
 * @throws AppError suspended
 */
export async function completeSignInOrAskForCode(
  context: RequestContext<Services>,
  proven: OpenedSession | AwaitsCode,
): Promise<Me | NextStep> {
  if ('awaitsCode' in proven) {
    copyCookies(proven.headers, context.answerHeaders)
    return { secondFactor: 'code' }
  }
  const { db, env } = context.services
  const missing = await missingStep(db, proven.userId, env)
  if (!missing) return await completeSignIn(context, proven)
  copyCookies(proven.headers, context.answerHeaders)
  return { secondFactor: missing }
}

/**
 * Marks this browser as known to an account: after signing in, and after an action that invalidates all known
 * browsers.
 */
export async function rememberBrowser(context: RequestContext<Services>, userId: string): Promise<void> {
  const { services, request, answerHeaders } = context
  const version = await readAccessVersion(services.db, userId)
  if (version !== null) rememberDevice(services, { userId, version }, request.headers, answerHeaders)
}

export function copyCookies(from: Headers, to: Headers): void {
  for (const cookie of from.getSetCookie()) to.append('set-cookie', cookie)
}
