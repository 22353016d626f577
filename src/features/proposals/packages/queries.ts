import { and, count, eq, exists, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { LessonType } from '#features/bookings/booking.ts'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import type { PackageOfLesson } from '#features/bookings/questions.ts'
import { bookings } from '#features/bookings/tables.ts'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, lockPairOf, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { paymentDisputes } from '#features/disputes/tables.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import type { MessageQuestions } from '#features/messages/questions.ts'
import { conversations } from '#features/messages/tables.ts'
import { payments } from '#features/payments/tables.ts'
import type { PayoutQuestions } from '#features/payouts/questions.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { fairReason, PACKAGES_SHOWN, refundOfUnused } from './package.ts'
import type { LessonPackage } from './schema.ts'
import { lessonCredits, lessonPackages } from './tables.ts'

/** A package with its payment and lessons, locked until the end of the transaction. */
export interface HeldPackage {
  id: string
  /**
   * Its payment, and what that belongs to in the books: the first lesson, if the package was bought with it, or else the payment
   * itself. Null when nothing was paid here.
   */
  paid: { paymentId: string; of: MoneyOf } | null
  instructorId: string
  studentId: string
  durationMinutes: number
  title: string
  lessonType: LessonType
  policy: CancellationPolicy
  locationId: string | null
  /** Milliseconds since 1970, UTC. */
  expiresAt: number
  isEnded: boolean
  /** The payer's bank disputes the payment: nothing is booked or refunded until that is settled. */
  isDisputed: boolean
  /** False while the coach is suspended, and after the account is closed. */
  coachMayTeach: boolean
  /** False while the student is suspended, and after the account is closed. */
  studentIsOpen: boolean
  /**
   * Refunds of its payment that were not requested here and not charged to any lesson: see
   * `unrequested-refunds.ts`.
   */
  givenBackCents: Cents
  /** Lessons that are not booked yet, in order. */
  available: { position: number; valueCents: Cents }[]
}

/**
 * Locks a package's lessons until the end of the transaction. Call it before locking the package, the same
 * order as when a lesson is cancelled. The lesson that paid for the package comes first.
 */
export async function lockLessons(tx: Queryable, packageId: string): Promise<void> {
  await lockPairOf(tx, lessonPackages, eq(lessonPackages.id, packageId))
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(lessonPackages, eq(lessonPackages.paymentId, payments.id))
    .where(eq(lessonPackages.id, packageId))
    .for('update', { of: bookings })
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.packageId, packageId))
    .orderBy(bookings.id)
    .for('update')
}

/** Raw: the amount in the ledger of the package's payment that was refunded at the platform's expense. */
const givenBackCents = sql`(select coalesce(-sum(l.amount_cents), 0) from ${payments} paid
  join lateral (
    select t.id from ledger_transactions t where t.booking_id = paid.booking_id and t.business_key like 'borne:%'
    union all select t.id from ledger_transactions t where t.payment_id = paid.id and t.business_key like 'borne:%'
  ) t on true
  join ledger_lines l on l.transaction_id = t.id and l.account = 'refunds_due'
  where paid.id = ${lessonPackages.paymentId})`.mapWith(Number)

/** The dispute of a package's payment that the payer's bank has not decided, as a subquery. */
export const openBankDispute = (db: Queryable) =>
  db
    .select({ id: paymentDisputes.id })
    .from(paymentDisputes)
    .where(
      and(
        eq(paymentDisputes.paymentId, lessonPackages.paymentId),
        eq(paymentDisputes.source, 'card_network'),
        isNull(paymentDisputes.bankOutcome),
      ),
    )

/**
 * Reads and locks a package until the end of the transaction. The caller has locked its two accounts (`lockPairOf`) or its lessons
 * (`lockLessons`, which does the same) before.
 */
export async function lockPackage(tx: Queryable, packageId: string): Promise<HeldPackage | null> {
  const [row] = await tx
    .select({
      bought: lessonPackages,
      givenBackCents,
      bookingId: payments.bookingId,
      isDisputed: sql<boolean>`${exists(openBankDispute(tx))}`,
      coachMayTeach: sql<boolean>`(select c.may_teach from ${instructorProfiles} c where c.user_id = ${lessonPackages.instructorId})`,
      studentIsOpen: sql<boolean>`(select s.is_open from ${profiles} s where s.id = ${lessonPackages.studentId})`,
    })
    .from(lessonPackages)
    .leftJoin(payments, eq(payments.id, lessonPackages.paymentId))
    .where(eq(lessonPackages.id, packageId))
    .for('update', { of: lessonPackages })
  if (!row) return null
  const available = await tx
    .select({ position: lessonCredits.position, valueCents: lessonCredits.valueCents })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, packageId), eq(lessonCredits.status, 'available')))
    .orderBy(lessonCredits.position)
  const { bought } = row
  return {
    id: bought.id,
    paid:
      bought.paymentId === null
        ? null
        : {
            paymentId: bought.paymentId,
            of: moneyOfRefund({ bookingId: row.bookingId, paymentId: bought.paymentId }),
          },
    instructorId: bought.instructorId,
    studentId: bought.studentId,
    durationMinutes: bought.durationMinutes,
    title: bought.lessonTitle,
    lessonType: bought.lessonType,
    policy: bought.cancellationPolicy,
    locationId: bought.teachingLocationId,
    expiresAt: bought.expiresAt,
    isEnded: bought.endedAt !== null,
    isDisputed: row.isDisputed,
    coachMayTeach: row.coachMayTeach,
    studentIsOpen: row.studentIsOpen,
    givenBackCents: row.givenBackCents,
    available,
  }
}

/**
 * A user's packages, usable ones first, then by expiry.
 * @param filter.most {@link PACKAGES_SHOWN} when omitted
 * @param filter.offset how many of the list to skip
 * @param filter.withId only packages with this other person
 */
export async function listPackages(
  db: Queryable,
  userId: string,
  filter: {
    withId?: string | undefined
    openOnly?: boolean | undefined
    most?: number | undefined
    offset?: number
  } = {},
): Promise<LessonPackage[]> {
  const credits = db
    .select({
      available: count().as('available'),
      unusedCents: sql`coalesce(sum(${lessonCredits.valueCents}), 0)`.mapWith(Number).as('unused_cents'),
    })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
    .as('credits')
  const isOpen = and(isNull(lessonPackages.endedAt), gt(credits.available, 0))
  const isOf = (personId: string) =>
    or(eq(lessonPackages.instructorId, personId), eq(lessonPackages.studentId, personId))
  const found = await db
    .select({
      bought: lessonPackages,
      coachName,
      coachMayTeach: instructorProfiles.mayTeach,
      studentName: studentAccount.fullName,
      studentIsOpen: studentAccount.isOpen,
      zone: sql<string>`coalesce(
        (select l.time_zone from ${teachingLocations} l where l.id = ${lessonPackages.teachingLocationId}),
        ${instructorProfiles.timeZone})`,
      places: sql<LessonPackage['places']>`
        (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.location_name, 'city', l.city)
          order by l.is_primary desc, l.location_name), '[]')
          from ${teachingLocations} l where l.instructor_id = ${lessonPackages.instructorId}
            and ${lessonPackages.teachingLocationId} is null)`,
      givenBackCents,
      available: credits.available,
      unusedCents: credits.unusedCents,
      conversationId: sql<string | null>`
        (select c.id from ${conversations} c
          where c.instructor_id = ${lessonPackages.instructorId} and c.student_id = ${lessonPackages.studentId})`,
    })
    .from(lessonPackages)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, lessonPackages.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, lessonPackages.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, lessonPackages.studentId))
    .crossJoinLateral(credits)
    .where(
      and(
        isOf(userId),
        filter.withId ? isOf(filter.withId) : undefined,
        filter.openOnly ? isOpen : undefined,
      ),
    )
    .orderBy(sql`(${isOpen}) desc`, lessonPackages.expiresAt, lessonPackages.id)
    .limit(filter.most ?? PACKAGES_SHOWN)
    .offset(filter.offset ?? 0)
  return found.map(({ bought, ...row }) => ({
    id: bought.id,
    coach: { id: bought.instructorId, label: coachLabel(row.coachName) },
    student: { id: bought.studentId, name: row.studentName },
    title: bought.lessonTitle,
    lessonType: bought.lessonType,
    durationMinutes: bought.durationMinutes,
    locationId: bought.teachingLocationId,
    places: row.places,
    zone: row.zone,
    lessons: bought.lessonsTotal,
    left: row.available,
    expiresAt: toIso(bought.expiresAt),
    endedAt: bought.endedAt === null ? null : toIso(bought.endedAt),
    endReason: bought.endReason,
    refundCents: refundOfUnused(
      { cents: row.unusedCents, givenBackCents: row.givenBackCents },
      bought.cancellationPolicy,
      fairReason(userId === bought.instructorId ? 'coach' : 'student', row),
    ).refundCents,
    terms: packageTermsText(bought.cancellationPolicy),
    policy: bought.cancellationPolicy,
    isBrought: bought.paymentId === null,
    conversationId: row.conversationId,
  }))
}

/** The packages of lessons, by booking. */
export async function listPackagesOfLessons(
  db: Queryable,
  bookingIds: readonly string[],
): Promise<PackageOfLesson[]> {
  const left = db
    .select({ count: count() })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
  const uses = db
    .select({ position: lessonCredits.position })
    .from(lessonCredits)
    .where(eq(lessonCredits.bookingId, bookings.id))
  const found = await db
    .select({
      bookingId: bookings.id,
      isReturned: sql<boolean>`${bookings.status} = 'cancelled' and not ${exists(uses)}`,
      paymentId: lessonPackages.paymentId,
      title: lessonPackages.lessonTitle,
      endedAt: lessonPackages.endedAt,
      lessonsTotal: lessonPackages.lessonsTotal,
      lessonsLeft: sql`(${left})`.mapWith(Number),
      expiresAt: lessonPackages.expiresAt,
      paidWith: payments.bookingId,
      paidCents: sql`coalesce(${payments.amountCents}, 0)`.mapWith(Number),
      giftCents: sql`coalesce(${payments.giftCents}, 0)`.mapWith(Number),
    })
    .from(bookings)
    .innerJoin(lessonPackages, eq(lessonPackages.id, bookings.packageId))
    .leftJoin(payments, eq(payments.id, lessonPackages.paymentId))
    .where(inArray(bookings.id, [...bookingIds]))
  return found.map(({ endedAt, paidWith, paymentId, ...of }) => ({
    ...of,
    isOpen: endedAt === null,
    isBoughtWithIt: paidWith === of.bookingId,
    isBrought: paymentId === null,
  }))
}

/** The amount that ended packages keep for lessons that were never taken. */
export async function listUnusedLessonsOfPackages(
  db: Queryable,
  { packageIds, isLocked = false }: PayoutQuestions['unused_lessons_of_packages']['about'],
): Promise<PayoutQuestions['unused_lessons_of_packages']['answer']> {
  if (packageIds.length === 0) return []
  const found = db
    .select({
      packageId: lessonPackages.id,
      title: lessonPackages.lessonTitle,
      shareCents: lessonPackages.coachShareCents,
    })
    .from(lessonPackages)
    .where(inArray(lessonPackages.id, [...packageIds]))
  return await (isLocked ? found.for('update') : found)
}

/** The single payment of a package; null when nothing was paid here for it. */
export async function findPaymentOfPackage(db: Queryable, packageId: string): Promise<string | null> {
  const [bought] = await db
    .select({ paymentId: lessonPackages.paymentId })
    .from(lessonPackages)
    .where(eq(lessonPackages.id, packageId))
  if (!bought) throw new Error(`package ${packageId} is missing`)
  return bought.paymentId
}

/** When a package expires, milliseconds since 1970, UTC. */
export async function readPackageEnd(db: Queryable, { packageId }: { packageId: string }): Promise<number> {
  const [bought] = await db
    .select({ expiresAt: lessonPackages.expiresAt })
    .from(lessonPackages)
    .where(eq(lessonPackages.id, packageId))
  if (!bought) throw new Error(`package ${packageId} is missing`)
  return bought.expiresAt
}

/** Whether lessons can still be returned to a package. */
export async function isPackageOpen(db: Queryable, { packageId }: { packageId: string }): Promise<boolean> {
  const open = await db
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(and(eq(lessonPackages.id, packageId), isNull(lessonPackages.endedAt)))
  return open.length > 0
}

/** The package that a payment without a booking opened; null for other payments. */
export async function findPackageOfPayment(
  db: Queryable,
  { paymentId }: { paymentId: string },
): Promise<string | null> {
  const [opened] = await db
    .select({ id: lessonPackages.id })
    .from(lessonPackages)
    .where(eq(lessonPackages.paymentId, paymentId))
  return opened?.id ?? null
}

/** The pairs of a coach, of a student, or of both, in which the student has or had a package of the coach. */
export async function listPackagePairs(
  db: Queryable,
  about: MessageQuestions['package_pairs']['about'],
): Promise<MessageQuestions['package_pairs']['answer']> {
  const { instructorId, studentId } = lessonPackages
  return await db
    .selectDistinct({ instructorId, studentId })
    .from(lessonPackages)
    .where(
      and(
        'instructorId' in about ? eq(instructorId, about.instructorId) : undefined,
        'studentId' in about ? eq(studentId, about.studentId) : undefined,
      ),
    )
}
