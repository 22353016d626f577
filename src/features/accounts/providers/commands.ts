import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import type { AwaitsCode, OpenedSession } from '#platform/auth.ts'
import { alreadyRegistered } from '#platform/auth-session.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ProviderId } from '#platform/provider-ids.ts'
import {
  type Identity,
  type IdentityPort,
  IdentityRefused,
  type IdentityRequest,
} from '#ports/identity/identity.ts'
import type { Services } from '#ports/services.ts'
import { lockAccount, signInIfUnchanged } from '../access.ts'
import { type AccountAccess, findAccess, readAccessVersion } from '../access-version.ts'
import { safeRedirect } from '../account.ts'
import { countSignUp, normalisePhone, sendWelcome } from '../commands.ts'
import { confirmPassword } from '../passwords/commands.ts'
import { notifyOfMethod, requireOtherMethod, requireProvenAddress } from '../sign-in-methods/commands.ts'
import { providerName } from '../sign-in-methods/queries.ts'
import { credentials, profiles } from '../tables.ts'
import { decideArrival, isVerified } from './provider.ts'
import { type ProviderResult, type providerAccountSchema, providerReturnPath } from './schema.ts'
import type { Newcomer, ProviderVisit } from './visits.ts'

const VISITS_PER_ADDRESS = { points: 60, seconds: 15 * 60 }
const RETURNS_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

const tryAgain = () =>
  new AppError(
    'conflict',
    'provider_again',
    'That took too long, or was begun in another browser. Please try again.',
  )

/**
 * Begins to sign in with a provider.
 * @param input.redirect the path to return to
 * @returns the provider's page, and the visit to keep in the browser
 * @throws AppError not_offered, provider_unavailable, too_many_requests
 */
export async function startProviderSignIn(
  services: Services,
  input: { provider: ProviderId; redirect?: string | undefined },
  from: { ip: string },
) {
  await services.rateLimits.count('provider-visit', from.ip, VISITS_PER_ADDRESS)
  return await startVisit(services, input, null)
}

/**
 * Begins to connect a provider to the account of the signed-in user, who has confirmed the account's address.
 * @throws AppError address_not_confirmed, wrong_password, no_password, not_offered, provider_unavailable,
 *   too_many_requests
 */
export async function startConnecting(
  services: Services,
  userId: string,
  input: { provider: ProviderId; redirect?: string | undefined; password: string },
) {
  await requireProvenAddress(services.db, userId)
  await confirmPassword(services, userId, input.password)
  const version = await readAccessVersion(services.db, userId)
  if (version === null) throw tryAgain()
  return await startVisit(services, input, { userId, version })
}

async function startVisit(
  services: Services,
  { provider, redirect }: { provider: ProviderId; redirect?: string | undefined },
  connects: AccountAccess | null,
) {
  const random = () => randomBytes(32).toString('base64url')
  const port = portOf(services, provider)
  const visit: ProviderVisit = {
    provider,
    state: random(),
    nonce: random(),
    codeVerifier: random(),
    redirect: safeRedirect(redirect),
    connects,
  }
  return { visit, url: await port.signInUrl(provider, requestOf(services, visit)) }
}

const requestOf = ({ env }: Pick<Services, 'env'>, visit: ProviderVisit): IdentityRequest => ({
  state: visit.state,
  nonce: visit.nonce,
  codeVerifier: visit.codeVerifier,
  redirectUri: `${env.appUrl}${providerReturnPath}`,
})

function portOf({ identity }: Pick<Services, 'identity'>, provider: ProviderId): IdentityPort {
  if (!identity?.providers.some(({ id }) => id === provider))
    throw new AppError('not_found', 'not_offered', 'This way to sign in is not offered here.')
  return identity
}

/** The result of a visit. `opened` and `newcomer` are for the caller, who sets their cookies. */
interface Finished {
  provider: string
  redirect: string
  result: Exclude<ProviderResult, { kind: 'signed_in' }> | { kind: 'signed_in' }
  opened?: OpenedSession | AwaitsCode
  newcomer?: Newcomer
}

/**
 * Handles the return from a provider: signs in, connects the account, or says what is missing.
 * @param visit from the browser's cookie; null without one
 * @param answer the query string with which the provider returned
 * @throws AppError provider_again, provider_unavailable, not_offered, sign_in_again, too_many_requests
 */
export async function finishProviderVisit(
  services: Services,
  { visit, answer }: { visit: ProviderVisit | null; answer: string },
  from: { headers: Headers; ip: string; actor: Actor | null },
): Promise<Finished> {
  await services.rateLimits.count('provider-return', from.ip, RETURNS_PER_ADDRESS)
  if (!visit) throw tryAgain()
  const { provider, redirect, connects } = visit
  const port = portOf(services, provider)
  const name = providerName(services, provider)
  const finished = (result: Finished['result'], more: Partial<Finished> = {}): Finished => ({
    provider: name,
    redirect,
    result,
    ...more,
  })
  const refused = (why: Extract<ProviderResult, { kind: 'refused' }>['why']) =>
    finished({ kind: 'refused', why, isConnecting: connects !== null })

  const identity = await readIdentity(services, port, visit, answer)
  if (!identity) return refused('declined')
  if (connects) {
    if (!isVerified(identity)) return refused('not_verified')
    if (from.actor?.userId !== connects.userId || from.actor.impersonatedBy) return refused('other_account')
    return (await connect(services, connects, { provider, name }, identity))
      ? finished({ kind: 'connected' })
      : refused('connected_elsewhere')
  }
  const connected = await findConnected(services.db, provider, identity.subject)
  const taken = identity.email === null ? null : await findAccess(services.db, identity.email)
  const arrival = decideArrival(identity, {
    connectedUserId: connected?.userId ?? null,
    isAddressTaken: taken !== null,
  })
  if (arrival.kind === 'not_verified') return refused('not_verified')
  if (arrival.kind === 'account_exists') return finished(arrival)
  if (arrival.kind === 'new_account') {
    const newcomer = { provider, subject: identity.subject, email: arrival.email, redirect }
    return finished({ ...arrival, name: identity.name.slice(0, 100) }, { newcomer })
  }
  const opened = await signInIfUnchanged(services, connected, () =>
    services.sessions.open(arrival.userId, from.headers),
  )
  return finished({ kind: 'signed_in' }, { opened })
}

/** @returns null if the person declined */
async function readIdentity(
  services: Services,
  port: IdentityPort,
  visit: ProviderVisit,
  answer: string,
): Promise<Identity | null> {
  try {
    return await port.readIdentity(visit.provider, requestOf(services, visit), new URLSearchParams(answer))
  } catch (error) {
    if (!(error instanceof IdentityRefused)) throw error
    if (error.isDeclined) return null
    services.log.info({ err: error }, 'a sign-in provider’s answer was refused')
    throw tryAgain()
  }
}

async function findConnected(
  db: Queryable,
  provider: ProviderId,
  subject: string,
): Promise<AccountAccess | null> {
  const [found] = await db
    .select({ userId: profiles.id, version: profiles.accessVersion })
    .from(credentials)
    .innerJoin(profiles, eq(profiles.id, credentials.userId))
    .where(
      and(
        eq(credentials.providerId, provider),
        eq(credentials.accountId, subject),
        isNull(profiles.closedAt),
      ),
    )
  return found ?? null
}

/** @returns false if the identity, or the provider, is connected to something else already */
async function connect(
  services: Services,
  { userId, version }: AccountAccess,
  provider: { provider: ProviderId; name: string },
  identity: Identity & { email: string },
): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    // After a change of the account's means of access, the password that was checked may be another person's.
    if (!account?.isProven || account.isSuspended || (await readAccessVersion(tx, userId)) !== version)
      throw tryAgain()
    if (!(await addIdentity(tx, userId, { provider: provider.provider, ...identity }, services.clock.now())))
      return (await findConnected(tx, provider.provider, identity.subject))?.userId === userId
    await notifyOfMethod(services, tx, account, 'added', `${provider.name} (${identity.email})`)
    return true
  })
}

/** @returns false if a unique index refused it */
async function addIdentity(
  tx: Queryable,
  userId: string,
  { provider, subject, email }: { provider: ProviderId; subject: string; email: string },
  now: number,
): Promise<boolean> {
  const added = await tx
    .insert(credentials)
    .values({
      userId,
      accountId: subject,
      providerId: provider,
      email,
      createdAt: new Date(now),
      updatedAt: new Date(now),
    })
    .onConflictDoNothing()
    .returning({ id: credentials.id })
  return added.length > 0
}

/**
 * Creates a student account for a person whom a provider identified, and signs it in. The provider has verified
 * the address, so it needs no confirmation. The account has no password.
 * @param newcomer from the browser's cookie; null without one
 * @throws AppError provider_again, already_registered, too_many_requests
 */
export async function signUpWithProvider(
  services: Services,
  newcomer: Newcomer | null,
  input: z.output<typeof providerAccountSchema>,
  from: { headers: Headers; ip: string },
): Promise<OpenedSession | AwaitsCode> {
  await countSignUp(services, from.ip)
  if (!newcomer) throw tryAgain()
  portOf(services, newcomer.provider)
  const now = services.clock.now()
  const userId = await services.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(profiles)
      .values({
        fullName: input.name,
        email: newcomer.email,
        emailVerified: true,
        mailboxProvenAt: new Date(now),
        phone: normalisePhone(input.phone),
        createdAt: new Date(now),
        updatedAt: new Date(now),
      })
      .onConflictDoNothing()
      .returning({ id: profiles.id })
    if (!made || !(await addIdentity(tx, made.id, newcomer, now))) throw alreadyRegistered()
    return made.id
  })
  const wantsToCoach = newcomer.redirect.startsWith('/instructor-onboarding')
  await sendWelcome(services, { userId, fullName: input.name, wantsToCoach }).catch((error) =>
    services.log.warn({ err: error }, 'welcome email not enqueued'),
  )
  return await services.sessions.open(userId, from.headers)
}

/**
 * Disconnects a provider from the account.
 * @throws AppError no_such_method, last_sign_in_method
 */
export async function disconnectProvider(
  services: Services,
  userId: string,
  provider: ProviderId,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) throw tryAgain()
    const [removed] = await tx
      .delete(credentials)
      .where(and(eq(credentials.userId, userId), eq(credentials.providerId, provider)))
      .returning({ email: credentials.email })
    if (!removed) throw new AppError('not_found', 'no_such_method', 'This account is disconnected already.')
    await requireOtherMethod(tx, userId)
    const name = providerName(services, provider)
    await notifyOfMethod(
      services,
      tx,
      account,
      'removed',
      removed.email ? `${name} (${removed.email})` : name,
    )
  })
}
