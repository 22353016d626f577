import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, type Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { signedValues } from '#platform/signed-value.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { EXIT_OFFER_MINUTES, EXIT_OFFER_PERCENT } from './discount.ts'
import { type Discount, findOfferOfSession, usedOfferLately } from './queries.ts'
import type { ExitOffer } from './schema.ts'

const MINUTE = 60_000

/**
 * Makes the one offer of a browser session, bound to it and to one coach. Asking again for the same coach gives the same
 * offer while it lasts; for another coach, after its use or after its time there is none.
 * @param actor students and visitors are made offers, nobody else
 */
export async function makeExitOffer(
  services: Services,
  browser: { sessionId: string; actor: Pick<Actor, 'userId' | 'role'> | null },
  instructorId: string,
): Promise<ExitOffer | null> {
  const { db, clock } = services
  const now = clock.now()
  const { actor, sessionId } = browser
  if (actor && (actor.role !== 'student' || (await usedOfferLately(db, actor.userId, now)))) return null
  await db.execute(sql`
    insert into exit_offers (session_id, instructor_id, percent_off, offered_at, expires_at)
    select ${sessionId}::uuid, c.user_id, ${EXIT_OFFER_PERCENT}, ${new Date(now)}, ${new Date(now + EXIT_OFFER_MINUTES * MINUTE)}
    from instructor_profiles c where c.user_id = ${instructorId} and c.is_visible and not c.takes_demo_bookings
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

/** Decides who bears a coach's exit offers from now on; times that are held keep who bore them. */
export async function payForExitOffers(db: Queryable, coachId: string, coachPays: boolean): Promise<void> {
  await db.execute(
    sql`update instructor_profiles set funds_exit_offers = ${coachPays} where user_id = ${coachId}::uuid`,
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

/**
 * Uses up the discount of a booking, in the transaction that takes its payment. A booking without one needs nothing.
 * @param now milliseconds since 1970, UTC
 * @returns false when it was used up by others after this booking's hold had run out
 */
export async function redeemDiscount(tx: Queryable, bookingId: string, now: number): Promise<boolean> {
  await tx.execute(sql`savepoint redeem`)
  try {
    await tx.execute(sql`
      update booking_discounts set redeemed_at = ${new Date(now)} where booking_id = ${bookingId} and redeemed_at is null`)
    await tx.execute(sql`release savepoint redeem`)
    return true
  } catch (error) {
    const limit = constraintOf(error)?.constraint
    if (limit !== 'an_exit_offer_is_used_once' && limit !== 'promo_codes_stay_within_their_limits')
      throw error
    await tx.execute(sql`rollback to savepoint redeem`)
    return false
  }
}

/** Gives a discount back: its payment came, and its lesson could not stand. */
export async function returnDiscount(tx: Queryable, bookingId: string): Promise<void> {
  await tx.execute(sql`update booking_discounts set redeemed_at = null where booking_id = ${bookingId}`)
}

const SESSION_COOKIE = 'greenside_visit'

/** The browser's session, from the cookie we signed; null for none, or one that we did not sign. */
export function readBrowserSession(services: Pick<Services, 'env'>, headers: Headers): string | null {
  const name = `${cookieName(services)}=`
  const cookie = headers.get('cookie')?.split('; ') ?? []
  return visits(services).read(cookie.find((part) => part.startsWith(name))?.slice(name.length))
}

/** The same; a browser without one gets one, which ends when the browser does. */
export function openBrowserSession(
  services: Pick<Services, 'env'>,
  request: Headers,
  answer: Headers,
): string {
  const known = readBrowserSession(services, request)
  if (known) return known
  const sessionId = randomUUID()
  const secure = services.env.appUrl.startsWith('https://') ? '; Secure' : ''
  answer.append(
    'set-cookie',
    `${cookieName(services)}=${visits(services).sign(sessionId)}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  )
  return sessionId
}

const visits = ({ env }: Pick<Services, 'env'>) => signedValues(env.SESSION_SECRET, 'browser session')
const cookieName = ({ env }: Pick<Services, 'env'>) =>
  `${env.appUrl.startsWith('https://') ? '__Host-' : ''}${SESSION_COOKIE}`
