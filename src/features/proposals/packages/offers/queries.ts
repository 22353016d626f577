import { and, asc, count, eq, inArray, or, type SQL } from 'drizzle-orm'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import type { CheckoutQuestions } from '#features/checkout/questions.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { refused } from '#platform/errors.ts'
import { lessonPackages, packageOffers, packagePurchases, packageSales } from '../tables.ts'
import type { OwnOffer, PackageOffer } from './schema.ts'

/**
 * Lists the packages that a coach sells to this viewer, the smallest first. Empty unless the viewer can book
 * the coach.
 * @param viewer.offerId a package by link that the viewer has the address of
 */
export async function listOffers(
  db: Queryable,
  instructorId: string,
  viewer: { studentId: string | null; offerId?: string | undefined },
): Promise<PackageOffer[]> {
  const isShown: (SQL | undefined)[] = [eq(packageOffers.visibility, 'public')]
  if (viewer.offerId)
    isShown.push(and(eq(packageOffers.id, viewer.offerId), eq(packageOffers.visibility, 'link')))
  const found = await db
    .select({ offer: packageOffers, instantBook: instructorProfiles.instantBookEnabled })
    .from(packageOffers)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, packageOffers.instructorId))
    .where(
      and(
        eq(packageOffers.instructorId, instructorId),
        eq(instructorProfiles.isListed, true),
        or(...isShown),
      ),
    )
    .orderBy(asc(packageOffers.lessonsTotal), asc(packageOffers.priceCents), asc(packageOffers.id))
  const [first] = found
  if (!first) return []
  const mayBook =
    first.instantBook ||
    (viewer.studentId !== null && (await hasCalendarAccess(db, viewer.studentId, instructorId)))
  return mayBook ? found.map(({ offer }) => presentOffer(offer)) : []
}

/** Lists all packages of a coach, including unsold ones, with how many were bought. */
export async function listOwnOffers(db: Queryable, instructorId: string): Promise<OwnOffer[]> {
  const own = eq(packageOffers.instructorId, instructorId)
  const offers = await db
    .select()
    .from(packageOffers)
    .where(own)
    .orderBy(asc(packageOffers.lessonsTotal), asc(packageOffers.priceCents), asc(packageOffers.id))
  const sold = await db
    .select({ offerId: packagePurchases.offerId, count: count() })
    .from(packagePurchases)
    .innerJoin(packageOffers, eq(packageOffers.id, packagePurchases.offerId))
    .innerJoin(payments, eq(payments.bookingId, packagePurchases.bookingId))
    .innerJoin(lessonPackages, eq(lessonPackages.paymentId, payments.id))
    .where(own)
    .groupBy(packagePurchases.offerId)
  const soldAlone = await db
    .select({ offerId: packageSales.offerId, count: count() })
    .from(packageSales)
    .where(and(eq(packageSales.instructorId, instructorId), eq(packageSales.status, 'opened')))
    .groupBy(packageSales.offerId)
  const soldOf = (id: string) =>
    [...sold, ...soldAlone].reduce((sum, { offerId, count }) => sum + (offerId === id ? count : 0), 0)
  return offers.map((offer) => ({
    ...presentOffer(offer),
    visibility: offer.visibility,
    sold: soldOf(offer.id),
  }))
}

const presentOffer = (offer: typeof packageOffers.$inferSelect): PackageOffer => ({
  id: offer.id,
  title: offer.title,
  lessonType: offer.lessonType,
  lessons: offer.lessonsTotal,
  durationMinutes: offer.durationMinutes,
  priceCents: offer.priceCents,
  validDays: offer.validDays,
  version: offer.version,
})

/** Answers checkout: a package that a coach sells, with its current terms. */
export async function findOfferOnSale(
  db: Queryable,
  { offerId, instructorId }: CheckoutQuestions['package_on_sale']['about'],
): Promise<CheckoutQuestions['package_on_sale']['answer']> {
  const [offer] = await db
    .select()
    .from(packageOffers)
    .where(
      and(
        eq(packageOffers.id, offerId),
        eq(packageOffers.instructorId, instructorId),
        inArray(packageOffers.visibility, ['public', 'link']),
      ),
    )
  if (!offer) return refused('package_not_sold')
  return { ok: true, offered: { ...presentOffer(offer), offerId: offer.id } }
}
