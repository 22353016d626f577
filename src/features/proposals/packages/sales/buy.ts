import { and, count, eq, gt, inArray, or } from 'drizzle-orm'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import { requireGiftOwner, takeGiftPart } from '#features/checkout/gift-part.ts'
import { bookingRefused } from '#features/checkout/refusal.ts'
import {
  endReplacedCheckout,
  endSmallerCheckout,
  lockBuyerAndCoach,
  type SaleToPay,
  startSaleCheckout,
} from '#features/checkout/sale-checkout.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { requireReach } from '#features/messages/may-reach.ts'
import { openSale } from '#features/payments/orders.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { listOffers } from '../offers/queries.ts'
import type { PackageOffer } from '../offers/schema.ts'
import { packageOffers, packageSales } from '../tables.ts'
import { CHECKOUT_MINUTES, LESSON_PACKAGE, MAX_AT_CHECKOUT } from './sale.ts'
import { leaveCheckout } from './sale-rules.ts'
import type { BuyPackageInput } from './schema.ts'

/** A package at the checkout. */
interface AtCheckout extends SaleToPay {
  offer: PackageOffer
  policy: (typeof packageSales.$inferSelect)['cancellationPolicy']
  giftCents: Cents
  /** Milliseconds since 1970, UTC. */
  expiresAt: number
}

/**
 * Starts the purchase of a package without its first lesson, at the coach's present terms. Asking again while the checkout is open
 * returns the same one, unless the expected cancellation policy is the present one and it has an older one: then it ends.
 * @throws AppError not_sold, offer_changed, policy_changed, not_allowed, too_many_packages, not_taking_messages, gift_owner_only, gift_changed, impersonating,
 *   payments_unavailable
 */
export async function buyPackage(
  services: Services,
  student: Actor,
  input: BuyPackageInput,
): Promise<{ paymentId: string; checkoutUrl: string }> {
  const { db, clock } = services
  const { instructorId, offerId, giftCents = 0 } = input
  requireGiftOwner(student, giftCents)
  if (instructorId === student.userId)
    throw new AppError('not_allowed', 'not_allowed', 'You cannot buy a package from yourself.')
  const offers = await listOffers(db, instructorId, { studentId: student.userId, offerId })
  const offer = offers.find(({ id }) => id === offerId)
  if (!offer) throw notSold()
  if (offer.version !== input.version) throw changed()
  await requireReach(db, { instructorId, studentId: student.userId }, { carriesText: false })
  const now = clock.now()
  const covered = await findCovered(db, student.userId, offer, input, now)
  if (covered) return { paymentId: covered, checkoutUrl: pageOf(services, covered) }
  const before = await findAtCheckout(db, student.userId, offer, now)
  const hasOtherTerms = before !== null && before.policy !== (input.expectedPolicy ?? before.policy)
  // The page is older than the coach's present terms: a checkout under these goes on.
  if (hasOtherTerms) await readPolicy(db, instructorId, input)
  const wasPaid =
    before &&
    (hasOtherTerms
      ? await endReplacedCheckout(services, before, leaveCheckout)
      : await endSmallerCheckout(services, before, giftCents, leaveCheckout))
  if (wasPaid) return { paymentId: before.paymentId, checkoutUrl: pageOf(services, before.paymentId) }
  const held = await db.transaction(async (tx) => {
    if (!(await lockBuyerAndCoach(tx, { studentId: student.userId, instructorId }))) throw notSold()
    const open = await findAtCheckout(tx, student.userId, offer, now)
    if (open) return open
    await checkLimit(tx, student.userId, now)
    await requireOffer(tx, offer)
    const opened = await hold(tx, { studentId: student.userId, instructorId, offer, now }, input)
    if (giftCents === 0) return opened
    const part = { orderId: opened.orderId, studentId: student.userId, giftCents }
    if (!(await takeGiftPart(services, tx, part))) throw bookingRefused('gift_changed')
    return { ...opened, giftCents }
  })
  return await startCheckout(services, student, held, instructorId)
}

const pageOf = ({ env }: Services, paymentId: string) => `${env.appUrl}/lessons?bought=${paymentId}`

/**
 * A sale of the same package that gift cards have paid: its purchase is repeated, for instance because its answer was lost. The balance
 * on the page no longer has what it took, so the key counts for any part. The whole part also counts
 * without it or with another one, within the time of a checkout, because the page may have been reloaded.
 */
async function findCovered(
  db: Queryable,
  studentId: string,
  offer: PackageOffer,
  { giftCents, idempotencyKey }: Pick<BuyPackageInput, 'giftCents' | 'idempotencyKey'>,
  now: number,
): Promise<string | null> {
  const isRepeated = or(
    idempotencyKey === undefined ? undefined : eq(packageSales.idempotencyKey, idempotencyKey),
    giftCents === offer.priceCents ? gt(packageSales.checkoutExpiresAt, now) : undefined,
  )
  if (!isRepeated) return null
  const [paid] = await db
    .select({ id: packageSales.paymentId })
    .from(packageSales)
    .innerJoin(payments, eq(payments.id, packageSales.paymentId))
    .where(
      and(
        eq(packageSales.studentId, studentId),
        eq(packageSales.offerId, offer.id),
        eq(packageSales.version, offer.version),
        eq(packageSales.status, 'opened'),
        eq(payments.paymentMethod, 'gift_card'),
        isRepeated,
      ),
    )
    .limit(1)
  return paid?.id ?? null
}

const notSold = () =>
  new AppError(
    'conflict',
    'not_sold',
    'The coach no longer sells this package. Choose another one, or book a single lesson.',
  )

const changed = () =>
  new AppError(
    'conflict',
    'offer_changed',
    'The coach has changed this package. Please look at it and confirm again.',
  )

async function findAtCheckout(
  tx: Queryable,
  studentId: string,
  offer: PackageOffer,
  now: number,
): Promise<AtCheckout | null> {
  const [row] = await tx
    .select({ sale: packageSales, order: orders, giftCents: payments.giftCents })
    .from(packageSales)
    .innerJoin(payments, eq(payments.id, packageSales.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(packageSales.studentId, studentId),
        eq(packageSales.offerId, offer.id),
        eq(packageSales.version, offer.version),
        eq(packageSales.status, 'pending'),
        gt(packageSales.checkoutExpiresAt, now),
      ),
    )
    .limit(1)
  if (!row) return null
  const { sale, order, giftCents } = row
  return {
    orderId: order.id,
    paymentId: sale.paymentId,
    offer,
    policy: sale.cancellationPolicy,
    expiresAt: sale.checkoutExpiresAt,
    giftCents,
    checkoutUrl: order.checkoutUrl,
    offersCards: order.offersCards,
  }
}

async function checkLimit(tx: Queryable, studentId: string, now: number): Promise<void> {
  const [open] = await tx
    .select({ n: count() })
    .from(packageSales)
    .where(
      and(
        eq(packageSales.studentId, studentId),
        eq(packageSales.status, 'pending'),
        gt(packageSales.checkoutExpiresAt, now),
      ),
    )
  if ((open?.n ?? 0) >= MAX_AT_CHECKOUT)
    throw new AppError(
      'too_many',
      'too_many_packages',
      `You already have ${MAX_AT_CHECKOUT} packages at the checkout. Pay for one of them first, or wait until its checkout ends.`,
    )
}

/** Holds the offer as the student saw it until the purchase is written. */
async function requireOffer(tx: Queryable, { id, version }: PackageOffer): Promise<void> {
  const found = await tx
    .select({ id: packageOffers.id })
    .from(packageOffers)
    .where(
      and(
        eq(packageOffers.id, id),
        eq(packageOffers.version, version),
        inArray(packageOffers.visibility, ['public', 'link']),
      ),
    )
    .for('share')
  if (found.length === 0) throw changed()
}

/**
 * The coach's present cancellation policy.
 * @throws AppError not_sold, and policy_changed when another one is expected
 */
async function readPolicy(
  db: Queryable,
  instructorId: string,
  { expectedPolicy }: Pick<BuyPackageInput, 'expectedPolicy'>,
) {
  const [coach] = await db
    .select({ policy: instructorProfiles.cancellationPolicy })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, instructorId))
  if (!coach) throw notSold()
  if (expectedPolicy !== undefined && expectedPolicy !== coach.policy) throw bookingRefused('policy_changed')
  return coach.policy
}

async function hold(
  tx: Queryable,
  sold: { studentId: string; instructorId: string; offer: PackageOffer; now: number },
  input: Pick<BuyPackageInput, 'expectedPolicy' | 'idempotencyKey'>,
): Promise<AtCheckout> {
  const { studentId, instructorId, offer, now } = sold
  const policy = await readPolicy(tx, instructorId, input)
  const { orderId, paymentId } = await openSale(tx, {
    kind: LESSON_PACKAGE,
    instructorId,
    studentId,
    amountCents: offer.priceCents,
  })
  const expiresAt = now + CHECKOUT_MINUTES * MINUTE
  await tx.insert(packageSales).values({
    paymentId,
    offerId: offer.id,
    version: offer.version,
    instructorId,
    studentId,
    title: offer.title,
    lessonType: offer.lessonType,
    lessonsTotal: offer.lessons,
    durationMinutes: offer.durationMinutes,
    validDays: offer.validDays,
    cancellationPolicy: policy,
    checkoutExpiresAt: expiresAt,
    idempotencyKey: input.idempotencyKey ?? null,
    createdAt: now,
  })
  return { orderId, paymentId, offer, policy, expiresAt, giftCents: 0, checkoutUrl: null, offersCards: false }
}

/** Creates the checkout; if that fails, nothing stays at the checkout. */
async function startCheckout(
  services: Services,
  student: Actor,
  { offer, policy, expiresAt, ...sale }: AtCheckout,
  instructorId: string,
): Promise<{ paymentId: string; checkoutUrl: string }> {
  const { db, env } = services
  const { paymentId } = sale
  const [coach] = await db
    .select({ name: instructorProfiles.displayName })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, instructorId))
  const order = {
    key: paymentId,
    amountCents: offer.priceCents,
    description: `${offer.title} with ${coachLabel(coach?.name)} · ${offer.lessons} lessons, valid for ${offer.validDays} days`,
    terms: `The lessons can be booked for ${offer.validDays} days. ${packageTermsText(policy)}`,
    successUrl: pageOf(services, paymentId),
    cancelUrl: `${env.appUrl}/instructor/${instructorId}?package=${offer.id}&checkout=cancelled`,
    expiresAt,
  }
  return { paymentId, checkoutUrl: await startSaleCheckout(services, student, sale, order, leaveCheckout) }
}
