import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, type Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { signedValues } from '#platform/signed-value.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { type Discount, EXIT_OFFER_MINUTES, EXIT_OFFER_PERCENT } from './discount.ts'
import { findOfferOfSession, hasUsedOffer, mayBeOffered } from './queries.ts'
import type { ExitOffer } from './schema.ts'

const MINUTE = 60_000

/**
 * Makes the one offer of a browser session, bound to it and to one coach. Asking again for the same coach gives the same
 * offer while it lasts; for another coach, after its use or after its time there is none, nor where this student or browser
 * has used one before.
 * @param browser.actor students and visitors are made offers, nobody else
 * @param browser.deviceId the browser itself, which outlives its session
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

/** Whether a coach takes part in exit offers from now on; times that are held keep their price. */
export async function takePartInExitOffers(
  db: Queryable,
  coachId: string,
  takesPart: boolean,
): Promise<void> {
  await db.execute(
    sql`update instructor_profiles set funds_exit_offers = ${takesPart} where user_id = ${coachId}::uuid`,
  )
}

/** The offer a token names; null for a token that we did not make. */
export const offerOf = (services: Pick<Services, 'env'>, token: string | undefined): string | null =>
  tokens(services).read(token)

const tokens = ({ env }: Pick<Services, 'env'>) => signedValues(env.SESSION_SECRET, 'exit offer')

/** Keeps a discount for a booking while its time is held, in the transaction that holds it. */
export async function keepDiscount(
  tx: Queryable,
  booking: { bookingId: string; studentId: string },
  discount: Discount,
  amountCents: Cents,
): Promise<void> {
  await tx.execute(sql`
    insert into booking_discounts (booking_id, student_id, exit_offer_id, promo_code_id, amount_cents)
    values (${booking.bookingId}, ${booking.studentId}, ${discount.exitOfferId}, ${discount.promoCodeId}, ${amountCents})`)
}

/** The guards of the database that say that a discount cannot be used any more. */
const usedUp = [
  'an_exit_offer_is_used_once',
  'an_exit_offer_a_student_card_and_device',
  'ten_exit_offers_a_coach_in_30_days',
  'promo_codes_stay_within_their_limits',
]

/**
 * Uses up the discount of a booking, in the transaction that takes its payment. A booking without one needs nothing.
 * @param now milliseconds since 1970, UTC
 * @returns false when it was used up by others after this booking's hold had run out, or this card has used an exit offer
 */
export async function redeemDiscount(tx: Queryable, bookingId: string, now: number): Promise<boolean> {
  await tx.execute(sql`savepoint redeem`)
  try {
    await tx.execute(sql`
      update booking_discounts set redeemed_at = ${new Date(now)} where booking_id = ${bookingId} and redeemed_at is null`)
    await tx.execute(sql`release savepoint redeem`)
    return true
  } catch (error) {
    if (!usedUp.includes(constraintOf(error)?.constraint ?? '')) throw error
    await tx.execute(sql`rollback to savepoint redeem`)
    return false
  }
}

/** Gives a discount back: its payment came, and its lesson could not stand. */
export async function returnDiscount(tx: Queryable, bookingId: string): Promise<void> {
  await tx.execute(sql`update booking_discounts set redeemed_at = null where booking_id = ${bookingId}`)
}

const SESSION_COOKIE = 'greenside_visit'
const DEVICE_COOKIE = 'greenside_offers'
const YEAR_SECONDS = 365 * 86_400

/** The browser's session, from the cookie we signed; null for none, or one that we did not sign. */
export const readBrowserSession = (services: Pick<Services, 'env'>, headers: Headers): string | null =>
  readCookie(services, headers, SESSION_COOKIE)

/** The same; a browser without one gets one, which ends when the browser does. */
export const openBrowserSession = (services: Pick<Services, 'env'>, request: Headers, answer: Headers) =>
  readBrowserSession(services, request) ?? setCookie(services, answer, SESSION_COOKIE, '')

/** The browser itself, by a cookie that stays for a year: it is made one offer that is used. */
export const openDevice = (services: Pick<Services, 'env'>, request: Headers, answer: Headers) =>
  readCookie(services, request, DEVICE_COOKIE) ??
  setCookie(services, answer, DEVICE_COOKIE, `; Max-Age=${YEAR_SECONDS}`)

type CookieName = typeof SESSION_COOKIE | typeof DEVICE_COOKIE

function readCookie(services: Pick<Services, 'env'>, headers: Headers, name: CookieName): string | null {
  const begin = `${prefixOf(services)}${name}=`
  const cookie = headers.get('cookie')?.split('; ') ?? []
  return signed(services, name).read(cookie.find((part) => part.startsWith(begin))?.slice(begin.length))
}

function setCookie(services: Pick<Services, 'env'>, answer: Headers, name: CookieName, life: string): string {
  const id = randomUUID()
  const secure = prefixOf(services) ? '; Secure' : ''
  answer.append(
    'set-cookie',
    `${prefixOf(services)}${name}=${signed(services, name).sign(id)}; Path=/${life}; HttpOnly; SameSite=Lax${secure}`,
  )
  return id
}

const signed = ({ env }: Pick<Services, 'env'>, name: CookieName) =>
  signedValues(env.SESSION_SECRET, name === SESSION_COOKIE ? 'browser session' : 'offers of a browser')
const prefixOf = ({ env }: Pick<Services, 'env'>) => (env.appUrl.startsWith('https://') ? '__Host-' : '')
