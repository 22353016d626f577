import { and, eq, exists, inArray, isNull, or } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { paymentDisputes } from '#features/disputes/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import type { EndsWithAccount, WhyStay } from '#platform/own-data.ts'
import type { TransactionServices } from '#ports/services.ts'
import { end } from './commands.ts'
import { listPackages, lockLessons, lockPackage } from './queries.ts'
import { lessonCredits, lessonPackages } from './tables.ts'

/** A limit above any realistic number of open packages. */
const EVERY = 10_000

/**
 * Ends the packages of an account that is being closed: a student's under the coach's terms, a coach's with a
 * full refund of the lessons that will not be taught.
 */
export async function endPackagesOfClosing(
  services: TransactionServices,
  tx: Queryable,
  { userId }: AccountEvents['account_closing'],
): Promise<void> {
  for (const id of await listOpen(tx, userId)) {
    await lockLessons(tx, id)
    const held = await lockPackage(tx, id)
    if (held && !held.isEnded && held.available.length > 0)
      await end(services, tx, held, held.instructorId === userId ? 'coach' : 'student')
  }
}

/** A bank that is checking the payment of a package decides where its money goes: until then the account stays. */
export async function whyStayForPackages(tx: Queryable, userId: string): Promise<WhyStay | null> {
  const open = await listOpen(tx, userId)
  const checked = await tx
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .innerJoin(paymentDisputes, eq(paymentDisputes.paymentId, lessonPackages.paymentId))
    .where(
      and(
        inArray(lessonPackages.id, open),
        eq(paymentDisputes.source, 'card_network'),
        isNull(paymentDisputes.bankOutcome),
      ),
    )
    .limit(1)
  if (checked.length === 0) return null
  const text = 'A bank is checking the payment of a lesson package. Delete the account when that is decided.'
  return { reason: 'payment_disputed', texts: { owner: text, admin: text } }
}

/** What closing an account means for its packages. */
export async function whatEndsOfPackages(db: Queryable, userId: string): Promise<EndsWithAccount[]> {
  const packages = await listPackages(db, userId, { openOnly: true, most: EVERY })
  return packages.map(({ title, left, coach, student, refundCents, isBrought }) => {
    const isCoach = coach.id === userId
    const whose = isCoach ? `${student.name}’s package` : `The package with ${coach.label}`
    const lessons = left === 1 ? '1 lesson is' : `${left} lessons are`
    const refund = `${formatMoney(refundCents)} goes back to the original payment method${isCoach ? '' : ', by its terms'}.`
    return {
      text: `${whose} “${title}” ends; ${lessons} not used. ${isBrought ? 'Nothing was paid here for it.' : refund}`,
      refundCents,
    }
  })
}

/** Packages of either side with unused lessons. */
async function listOpen(db: Queryable, userId: string): Promise<string[]> {
  const unused = db
    .select({ position: lessonCredits.position })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
  const found = await db
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(
      and(
        or(eq(lessonPackages.instructorId, userId), eq(lessonPackages.studentId, userId)),
        isNull(lessonPackages.endedAt),
        exists(unused),
      ),
    )
    .orderBy(lessonPackages.id)
  return found.map(({ id }) => id)
}
