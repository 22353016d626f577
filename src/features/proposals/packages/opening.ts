import { and, eq, gt, notExists } from 'drizzle-orm'
import { defaultLessonTitle } from '#features/bookings/booking.ts'
import type { LessonEvents } from '#features/bookings/events.ts'
import { bookings } from '#features/bookings/tables.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { lessonProposals } from '../tables.ts'
import { packageOpenedLines } from './credit-lines.ts'
import { redeemCredit } from './credits.ts'
import { creditValues } from './package.ts'
import { lessonCredits, lessonPackages, packagePurchases } from './tables.ts'
import { endOfTerm } from './term.ts'

/** A package that was paid for: its terms as they were when it was bought. */
type PaidPackage = Pick<
  typeof lessonPackages.$inferInsert,
  | 'proposalId'
  | 'instructorId'
  | 'studentId'
  | 'lessonsTotal'
  | 'priceCents'
  | 'durationMinutes'
  | 'lessonTitle'
  | 'lessonType'
  | 'teachingLocationId'
  | 'cancellationPolicy'
> & {
  paymentId: string
  /** What its payment belongs to in the books: its first lesson, or else the payment. */
  of: MoneyOf
  /** The days in which its lessons can be booked. */
  validDays: number
}

/**
 * Opens a paid package with all its lessons unused: the payment is held until they are booked. Runs once, in the transaction that
 * applies the payment.
 * @param at milliseconds since 1970, UTC
 * @returns its id, and the value of each lesson in cents
 */
export async function openPaidPackage(
  tx: Queryable,
  { of, validDays, ...terms }: PaidPackage,
  at: number,
): Promise<{ packageId: string; values: Cents[] }> {
  const { priceCents, lessonsTotal } = terms
  const [opened] = await tx
    .insert(lessonPackages)
    .values({ ...terms, expiresAt: await endOfTerm(tx, terms, at, validDays), createdAt: at })
    .returning({ id: lessonPackages.id })
  if (!opened) throw new Error('the inserted package was not returned')
  const packageId = opened.id
  const values = creditValues(priceCents, lessonsTotal)
  await tx
    .insert(lessonCredits)
    .values(values.map((valueCents, i) => ({ packageId, position: i + 1, valueCents })))
  const lines = packageOpenedLines(priceCents)
  await postToLedger(tx, { ...of, key: `package_opened:${packageId}`, kind: 'package_opened', at, lines })
  return { packageId, values }
}

/**
 * Opens a package after its payment confirmed the first lesson, and records that lesson as taken from it.
 * Runs once, in the transaction that applies the payment.
 */
export async function openPackage(
  services: Pick<Services, 'clock'>,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_confirmed'],
): Promise<void> {
  const bought = await findBought(tx, bookingId)
  if (!bought) return
  const { lesson, proposalId, lessonsTotal, validDays, payment } = bought
  const at = services.clock.now()
  const { packageId, values } = await openPaidPackage(
    tx,
    {
      proposalId,
      paymentId: payment.id,
      of: { bookingId },
      lessonsTotal,
      validDays,
      priceCents: payment.amountCents,
      instructorId: lesson.instructorId,
      studentId: lesson.studentId,
      durationMinutes: lesson.durationMinutes,
      lessonTitle: lesson.lessonTitle,
      lessonType: lesson.lessonType,
      teachingLocationId: lesson.teachingLocationId,
      cancellationPolicy: lesson.cancellationPolicy,
    },
    at,
  )
  const [first = 0] = values
  await tx
    .update(bookings)
    .set({
      packageId,
      lessonTitle: defaultLessonTitle(lesson.durationMinutes, lesson.lessonType),
      priceAmount: first,
    })
    .where(eq(bookings.id, bookingId))
  await redeemCredit(tx, { packageId, position: 1, bookingId, valueCents: first, at })
}

/**
 * The package that a booking paid for, by an accepted proposal or from the profile; null when there is none,
 * or it exists already.
 */
async function findBought(tx: Queryable, bookingId: string) {
  const opened = tx
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(eq(lessonPackages.paymentId, payments.id))
  const [bought] = await tx
    .select({ lesson: bookings, proposal: lessonProposals, purchase: packagePurchases, payment: payments })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(packagePurchases, eq(packagePurchases.bookingId, bookings.id))
    .leftJoin(
      lessonProposals,
      and(
        eq(lessonProposals.id, bookings.proposalId),
        eq(lessonProposals.status, 'scheduled'),
        gt(lessonProposals.lessonsTotal, 1),
      ),
    )
    .where(and(eq(bookings.id, bookingId), notExists(opened)))
  if (!bought) return null
  const { lesson, proposal, purchase, payment } = bought
  if (purchase) {
    const { lessonsTotal, validDays } = purchase
    return { lesson, payment, proposalId: null, lessonsTotal, validDays }
  }
  if (!proposal) return null
  const { id: proposalId, lessonsTotal, packageValidDays } = proposal
  return { lesson, payment, proposalId, lessonsTotal, validDays: packageValidDays ?? 0 }
}
