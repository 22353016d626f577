import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { changeProfile } from '#features/coaches/commands.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { paidLines } from '#features/ledger/ledger.ts'
import type { Actor } from '#platform/actor.ts'
import { signedCookie } from '#platform/cookies.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { signedValues } from '#platform/signed-value.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { discountOn, EXIT_OFFER_MINUTES, EXIT_OFFER_PERCENT } from './discount.ts'
import { mayBeOffered } from './eligibility.ts'
import type { ExitOffer, ExitOfferTerms } from './schema.ts'
import { bookingDiscounts, exitOffers } from './tables.ts'

/**
 * Makes the one exit offer of a browser session, bound to the session and to one coach. A repeated request
 * for the same coach returns the same offer while it is valid. There is no offer for another coach, after the
 * offer was used or has expired, or when this student or browser has used an exit offer before.
 * @param browser.actor offers are made to students and visitors only
 * @param browser.deviceId identifies the browser beyond its session
 */
export async function makeExitOffer(
  services: Services,
  browser: { sessionId: string; deviceId: string; actor: Pick<Actor, 'userId' | 'role'> | null },
  instructorId: string,
): Promise<ExitOffer | null> {
  const { db, clock } = services
  const now = clock.now()
  const { actor, deviceId, sessionId } = browser
  if (actor && actor.role !== 'student') return null
  if (await hasUsedOffer(db, { studentId: actor?.userId ?? null, deviceId })) return null
  // Raw: inserts only for a coach who currently qualifies.
  await db.execute(sql`
    insert into exit_offers (session_id, device_id, instructor_id, percent_off, offered_at, expires_at)
    select ${sessionId}::uuid, ${deviceId}::uuid, c.user_id, ${EXIT_OFFER_PERCENT}, ${new Date(now)},
      ${new Date(now + EXIT_OFFER_MINUTES * MINUTE)}
    from instructor_profiles c where c.user_id = ${instructorId} and ${mayBeOffered(new Date(now))}
    on conflict (session_id) do nothing`)
  const offer = await findOfferOfSession(db, sessionId)
  if (!offer || offer.instructorId !== instructorId || offer.isUsed || offer.expiresAt <= now) return null
  return {
    instructorId,
    token: tokens(services).sign(offer.id),
    percentOff: offer.percentOff,
    expiresAt: toIso(offer.expiresAt),
  }
}

/**
 * Whether a student, or a visitor if null, may get an exit offer of a coach. The browser asks for one only then, because asking
 * blocks the back button of a phone.
 * @param about.now milliseconds since 1970, UTC
 */
export async function hasExitOffers(
  db: Queryable,
  about: { instructorId: string; studentId: string | null; now: number },
): Promise<boolean> {
  // Raw: conditions on a coach by its alias.
  const { rows } = await db.execute(
    sql`select from instructor_profiles c where c.user_id = ${about.instructorId}::uuid and ${mayBeOffered(new Date(about.now))}`,
  )
  return rows.length > 0 && !(await hasUsedOffer(db, { studentId: about.studentId, deviceId: null }))
}

/** Sets whether a coach takes part in exit offers. Current holds keep their price. */
export async function setExitOffersEnabled(
  db: Queryable,
  coachId: string,
  takesPart: boolean,
): Promise<void> {
  await changeProfile(db, coachId, { fundsExitOffers: takesPart })
}

/** Reads the offer id from a token; null for a token that we did not sign. */
export const offerOf = (services: Pick<Services, 'env'>, token: string | undefined): string | null =>
  tokens(services).read(token)

const tokens = ({ env }: Pick<Services, 'env'>) => signedValues(env.SESSION_SECRET, 'exit offer')

const sessionCookie = ({ env }: Pick<Services, 'env'>) =>
  signedCookie(env, { name: 'greenside_visit', purpose: 'browser session' })
const deviceCookie = ({ env }: Pick<Services, 'env'>) =>
  signedCookie(env, { name: 'greenside_offers', purpose: 'offers of a browser', seconds: 365 * 86_400 })

/** Reads the browser session and the offer id from a request; an exit offer is bound to both. */
export const readBrowser = (
  services: Pick<Services, 'env'>,
  headers: Headers,
  { offerToken }: { offerToken?: string | undefined },
): { sessionId: string | null; offerId: string | null } => ({
  sessionId: sessionCookie(services).read(headers),
  offerId: offerOf(services, offerToken),
})

/** Reads the browser session, or starts one with a session cookie. */
export const openBrowserSession = (services: Pick<Services, 'env'>, request: Headers, answer: Headers) =>
  sessionCookie(services).read(request) ?? sessionCookie(services).set(answer, randomUUID())

/** Reads or sets the device cookie, which lasts for a year: a browser can use one exit offer. */
export const openDevice = (services: Pick<Services, 'env'>, request: Headers, answer: Headers) =>
  deviceCookie(services).read(request) ?? deviceCookie(services).set(answer, randomUUID())

/** Finds the exit offer of a browser session, in any state. */
export async function findOfferOfSession(
  db: Queryable,
  sessionId: string,
): Promise<{
  id: string
  instructorId: string
  percentOff: number
  /** Milliseconds since 1970, UTC. */
  expiresAt: number
  isUsed: boolean
} | null> {
  const { id, instructorId, percentOff, expiresAt } = exitOffers
  // At most one row: the database allows an offer to be used once.
  const used = and(eq(bookingDiscounts.exitOfferId, id), isNotNull(bookingDiscounts.redeemedAt))
  const [offer] = await db
    .select({ id, instructorId, percentOff, expiresAt, usedFor: bookingDiscounts.bookingId })
    .from(exitOffers)
    .leftJoin(bookingDiscounts, used)
    .where(eq(exitOffers.sessionId, sessionId))
  if (!offer) return null
  const { usedFor, ...rest } = offer
  return { ...rest, isUsed: usedFor !== null }
}

/** True when this student, or anyone in this browser, has used an exit offer of any coach. */
export async function hasUsedOffer(
  db: Queryable,
  who: { studentId: string | null; deviceId: string | null },
): Promise<boolean> {
  const same = [
    who.studentId === null ? undefined : eq(bookingDiscounts.studentId, who.studentId),
    who.deviceId === null ? undefined : eq(exitOffers.deviceId, who.deviceId),
  ].filter((one) => one !== undefined)
  if (same.length === 0) return false
  const found = await db
    .select({ bookingId: bookingDiscounts.bookingId })
    .from(bookingDiscounts)
    .innerJoin(exitOffers, eq(exitOffers.id, bookingDiscounts.exitOfferId))
    .where(and(isNotNull(bookingDiscounts.redeemedAt), or(...same)))
    .limit(1)
  return found.length > 0
}

/** Reads whether a coach takes part in exit offers, and what the coach would earn per hour with one. */
export async function readExitOfferTerms(db: Queryable, coachId: string): Promise<ExitOfferTerms> {
  const [coach] = await db
    .select({ takesPart: instructorProfiles.fundsExitOffers, hourlyRate: instructorProfiles.hourlyRate })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  const priceCents = coach?.hourlyRate ?? 0
  const off = discountOn(priceCents, { percentOff: EXIT_OFFER_PERCENT, amountOffCents: null }, 'shared')
  const sale = { amountCents: priceCents - off, discountCents: off, discountFundedBy: 'shared' as const }
  return {
    takesPart: coach?.takesPart ?? false,
    percentOff: EXIT_OFFER_PERCENT,
    example: {
      priceCents,
      reducedCents: priceCents - off,
      earnsCents: -(paidLines(sale).coach_held ?? 0),
      usuallyEarnsCents: -(paidLines(priceCents).coach_held ?? 0),
    },
  }
}
