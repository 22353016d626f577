import { and, eq, lte } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { packageSales } from '../tables.ts'
import type { PackageSale } from './schema.ts'

/**
 * A student's purchase of a package, for the page after the payment.
 * @param now milliseconds since 1970, UTC
 * @returns null when this student has no such purchase
 */
export async function findPackageSale(
  db: Queryable,
  student: Actor,
  paymentId: string,
  now: number,
): Promise<PackageSale | null> {
  const [found] = await db
    .select({
      sale: packageSales,
      priceCents: payments.amountCents,
      giftCents: payments.giftCents,
      coachName,
      checkoutUrl: orders.checkoutUrl,
      offersCards: orders.offersCards,
    })
    .from(packageSales)
    .innerJoin(payments, eq(payments.id, packageSales.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, packageSales.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, packageSales.instructorId))
    .where(and(eq(packageSales.paymentId, paymentId), eq(packageSales.studentId, student.userId)))
  if (!found) return null
  const { sale } = found
  const isOpen = sale.status === 'pending' && sale.checkoutExpiresAt > now
  // Of a checkout that offers saved cards, only their owner gets the address.
  const mayGoOn = isOpen && (!found.offersCards || mayUseCards(student))
  return {
    status: sale.status,
    title: sale.title,
    lessons: sale.lessonsTotal,
    priceCents: found.priceCents,
    hasGiftPart: found.giftCents > 0,
    coach: { id: sale.instructorId, label: coachLabel(found.coachName) },
    checkoutUrl: mayGoOn ? found.checkoutUrl : null,
  }
}

/**
 * The payments of packages whose checkout should have ended.
 * @param now milliseconds since 1970, UTC
 */
export async function listCheckoutsToEnd(db: Queryable, now: number, most: number): Promise<string[]> {
  const found = await db
    .select({ id: packageSales.paymentId })
    .from(packageSales)
    .where(and(eq(packageSales.status, 'pending'), lte(packageSales.checkoutExpiresAt, now)))
    .orderBy(packageSales.checkoutExpiresAt, packageSales.paymentId)
    .limit(most)
  return found.map(({ id }) => id)
}
