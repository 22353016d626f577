import { and, count, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import { ledgerLines, ledgerTransactions } from '#features/ledger/tables.ts'
import { saleTitleIn } from '#features/payments/queries.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { readHeldCents } from './earnings.ts'
import { PAYOUTS_PER_PAGE, type PayoutAccountStatus, type PayoutStatus, whyHeld } from './payout.ts'
import type { PayoutList } from './schema.ts'
import { payoutAccounts, payoutReversals, payouts } from './tables.ts'

/** The payout account of the share's coach, in any status. */
const itsAccount = eq(payoutAccounts.instructorId, payouts.instructorId)

/** Whether there is an open problem with the lesson of a share: a database function. */
const hasOpenProblem = sql<boolean>`(has_open_problem(${payouts.bookingId}) or has_open_dispute(${payouts.paymentId}))`

/** Whether the coach of a share is suspended: nothing is sent to suspended coaches. */
const isSuspended = sql<boolean>`exists (
  select from ${profiles} where ${profiles.id} = ${payouts.instructorId} and ${profiles.suspendedAt} is not null)`

/** Reads the amount sent to a coach minus reversals, in cents, from the ledger. */
async function readSent(db: Queryable, coachId: string): Promise<Cents> {
  const isTransfer = and(
    eq(ledgerLines.account, 'processor_cash'),
    inArray(ledgerTransactions.kind, ['released', 'reversed']),
  )
  const sent = { sent: sql`coalesce(-sum(${ledgerLines.amountCents}), 0)`.mapWith(Number) }
  const [books] = await db
    .select(sent)
    .from(bookings)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.bookingId, bookings.id))
    .innerJoin(ledgerLines, eq(ledgerLines.transactionId, ledgerTransactions.id))
    .where(and(eq(bookings.instructorId, coachId), isTransfer))
  const [ofSales] = await db
    .select(sent)
    .from(payments)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.paymentId, payments.id))
    .innerJoin(ledgerLines, eq(ledgerLines.transactionId, ledgerTransactions.id))
    .where(and(eq(payments.instructorId, coachId), ne(payments.kind, 'lesson'), isTransfer))
  return (books?.sent ?? 0) + (ofSales?.sent ?? 0)
}

/**
 * Lists a coach's shares, newest first, with their totals from the ledger.
 * @param now milliseconds since 1970, UTC
 */
export async function listPayouts(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  coachId: string,
  now: number,
  { page, isSent = false }: { page: number; isSent?: boolean },
): Promise<PayoutList> {
  const shown = and(
    eq(payouts.instructorId, coachId),
    isSent ? eq(payouts.status, 'sent') : ne(payouts.status, 'nothing_due'),
  )
  const heldOfLesson = db
    .select({ cents: sql`coalesce(-sum(${ledgerLines.amountCents}), 0)` })
    .from(ledgerLines)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerLines.transactionId))
    .where(
      and(
        or(
          eq(ledgerTransactions.bookingId, payouts.bookingId),
          eq(ledgerTransactions.paymentId, payouts.paymentId),
        ),
        eq(ledgerLines.account, 'coach_held'),
      ),
    )
  const [heldCents, sentCents, [counted], rows] = await Promise.all([
    readHeldCents(answers, db, coachId),
    readSent(db, coachId),
    db.select({ n: count() }).from(payouts).where(shown),
    db
      .select({
        share: payouts,
        title: sql<string>`coalesce(${bookings.lessonTitle}, ${saleTitleIn(payments.kind)})`,
        studentName: playerNameIn({ golferId: bookings.golferId, studentName: studentAccount.fullName }),
        start: bookings.lessonDate,
        paidAt: payments.paidAt,
        zone: sql<string>`coalesce(${bookings.timeZone}, ${instructorProfiles.timeZone})`,
        heldCents: sql`(${heldOfLesson})`.mapWith(Number),
        reversedCents: sql`(${cameBack(db)})`.mapWith(Number),
        account: payoutAccounts.status,
        isSuspended,
        hasOpenProblem,
      })
      .from(payouts)
      .leftJoin(bookings, eq(bookings.id, payouts.bookingId))
      .leftJoin(payments, eq(payments.id, payouts.paymentId))
      .innerJoin(instructorProfiles, eq(instructorProfiles.userId, payouts.instructorId))
      .innerJoin(
        studentAccount,
        eq(studentAccount.id, sql`coalesce(${bookings.studentId}, ${payments.studentId})`),
      )
      .leftJoin(payoutAccounts, itsAccount)
      .where(shown)
      .orderBy(desc(payouts.dueAt), payouts.id)
      .limit(PAYOUTS_PER_PAGE)
      .offset((page - 1) * PAYOUTS_PER_PAGE),
  ])
  const packages = await answers.unused_lessons_of_packages(db, {
    packageIds: rows.flatMap(({ share }) => share.packageId ?? []),
  })
  const packageOf = new Map(packages.map((one) => [one.packageId, one]))
  return {
    heldCents,
    sentCents,
    total: counted?.n ?? 0,
    payouts: rows.map(({ share, ...row }) => ({
      id: share.id,
      isOfPackage: share.packageId !== null,
      bookingId: share.bookingId,
      title: packageOf.get(share.packageId ?? '')?.title ?? row.title,
      studentName: row.studentName,
      start: toIso(row.start ?? row.paidAt ?? share.createdAt),
      zone: row.zone,
      status: share.status,
      amountCents: share.amountCents ?? packageOf.get(share.packageId ?? '')?.shareCents ?? row.heldCents,
      reversedCents: row.reversedCents,
      dueAt: toIso(share.dueAt),
      sentAt: share.sentAt === null ? null : toIso(share.sentAt),
      holdReason: share.status === 'held' ? whyHeld({ ...row, dueAt: share.dueAt }, now) : null,
    })),
  }
}

/** The reversed amount of a share, in cents. */
const cameBack = (db: Queryable) =>
  db
    .select({ cents: sql`coalesce(sum(${payoutReversals.amountCents}), 0)` })
    .from(payoutReversals)
    .where(eq(payoutReversals.payoutId, payouts.id))

/** Lists the shares of lessons, but not of packages: whether and when they are sent, by booking. */
export async function listSharesOfLessons(
  db: Queryable,
  bookingIds: readonly string[],
): Promise<{ bookingId: string; status: PayoutStatus; at: number }[]> {
  const found = await db
    .select({
      bookingId: payouts.bookingId,
      status: payouts.status,
      sentAt: payouts.sentAt,
      dueAt: payouts.dueAt,
    })
    .from(payouts)
    .where(and(inArray(payouts.bookingId, [...bookingIds]), isNull(payouts.packageId)))
  return found.flatMap(({ bookingId, status, sentAt, dueAt }) =>
    bookingId ? [{ bookingId, status, at: sentAt ?? dueAt }] : [],
  )
}

/**
 * A coach's share with everything that decides whether it may be sent, locked until the end of the
 * transaction.
 */
export interface HeldShare {
  id: string
  /** Set for the share of a package's lessons that were never taken, with its amount in cents. */
  packageId: string | null
  unusedCents: Cents | null
  status: PayoutStatus
  /** Milliseconds since 1970, UTC. */
  dueAt: number
  amountCents: Cents | null
  /**
   * The destination: the recorded account if the share is being sent, otherwise the coach's active account.
   */
  accountId: string | null
  account: PayoutAccountStatus | null
  attempts: number
  isSuspended: boolean
  hasOpenProblem: boolean
}

/**
 * Identifies a share: of a lesson, of the untaken lessons of the package that was paid with the lesson `bookingId`, or of a
 * payment for something else.
 */
export type ShareName = MoneyOf & { packageId: string | null }

/** What the money of a share belongs to in the books. */
export const moneyOfShare = (name: MoneyOf): MoneyOf =>
  'paymentId' in name ? { paymentId: name.paymentId } : { bookingId: name.bookingId }

/** Condition: shares of a lesson and of a package that was paid with it, or of a payment for something else. */
export const isShareOf = (of: MoneyOf) =>
  'paymentId' in of ? eq(payouts.paymentId, of.paymentId) : eq(payouts.bookingId, of.bookingId)

export async function lockShare(
  { answers }: Pick<Services, 'answers'>,
  tx: Queryable,
  share: ShareName,
): Promise<HeldShare | null> {
  const [row] = await tx
    .select({
      share: payouts,
      accountId: payoutAccounts.providerAccountId,
      account: payoutAccounts.status,
      isSuspended,
      hasOpenProblem,
    })
    .from(payouts)
    .leftJoin(payoutAccounts, itsAccount)
    .where(
      and(
        isShareOf(share),
        share.packageId ? eq(payouts.packageId, share.packageId) : isNull(payouts.packageId),
      ),
    )
    .for('update', { of: payouts })
  if (!row) return null
  const [unused] = await answers.unused_lessons_of_packages(tx, {
    packageIds: share.packageId ? [share.packageId] : [],
  })
  const { id, packageId, status, dueAt, amountCents, attempts, providerAccountId } = row.share
  const activeAccountId = row.account === 'active' ? row.accountId : null
  return {
    id,
    packageId,
    unusedCents: unused?.shareCents ?? null,
    status,
    dueAt,
    amountCents,
    accountId: providerAccountId ?? activeAccountId,
    account: row.account,
    attempts,
    isSuspended: row.isSuspended,
    hasOpenProblem: row.hasOpenProblem,
  }
}

/** Lists coaches with an amount that is due and waits only for an account, and the amount in cents. */
export async function listWaitingForAccount(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  now: number,
): Promise<{ coachId: string; cents: Cents }[]> {
  // Raw: the held balance of each coach in the ledger.
  const found = await db.execute<{ instructor_id: string; cents: string; package_ids: string[] }>(sql`
    select o.instructor_id, coalesce(sum((select -sum(l.amount_cents) from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id
        where (t.booking_id = o.booking_id or t.payment_id = o.payment_id) and l.account = 'coach_held')) filter (where o.package_id is null), 0)::text as cents,
      array_remove(array_agg(o.package_id), null) as package_ids
    from payouts o
    where o.status = 'held' and o.due_at <= ${new Date(now)} and not has_open_problem(o.booking_id)
      and not has_open_dispute(o.payment_id) and not exists (select from profiles c where c.id = o.instructor_id and c.suspended_at is not null)
      and not exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status <> 'pending')
      and not exists (select from notifications n where n.user_id = o.instructor_id and n.kind = 'payout'
        and n.business_key like 'waits:%' and n.created_at > ${new Date(now)}::timestamptz - interval '30 days')
    group by 1 order by 1`)
  const packages = await answers.unused_lessons_of_packages(db, {
    packageIds: found.rows.flatMap((row) => row.package_ids),
  })
  const shareOf = new Map(packages.map((one) => [one.packageId, one.shareCents]))
  const waiting = found.rows.map((row) => ({
    coachId: row.instructor_id,
    cents: row.package_ids.reduce((sum, id) => sum + (shareOf.get(id) ?? 0), Number(row.cents)),
  }))
  return waiting.filter(({ cents }) => cents > 0)
}

const PAGE = 500

/**
 * Iterates over the shares that can be sent now, oldest first, in pages; shares that fail are skipped.
 * @param now milliseconds since 1970, UTC
 */
export async function* dueShares(db: Queryable, now: number, pageSize = PAGE): AsyncGenerator<ShareName> {
  let after: { due: string; id: string } | null = null
  do {
    const page: DueShare[] = await readDueShares(db, now, pageSize, after)
    for (const { booking_id, payment_id, package_id } of page)
      yield {
        ...moneyOfRefund({ bookingId: booking_id, paymentId: payment_id ?? '' }),
        packageId: package_id,
      }
    const last = page.length === pageSize ? page.at(-1) : undefined
    after = last ? { due: last.due, id: last.id } : null
  } while (after)
}

interface DueShare extends Record<string, unknown> {
  id: string
  due: string
  booking_id: string | null
  payment_id: string | null
  package_id: string | null
}

async function readDueShares(
  db: Queryable,
  now: number,
  pageSize: number,
  after: { due: string; id: string } | null,
): Promise<DueShare[]> {
  // Raw: keyset pagination by the instant with microseconds, and a database function.
  const found = await db.execute<DueShare>(sql`
    select o.id, o.due_at::text as due, o.booking_id, o.payment_id, o.package_id from payouts o
    where (o.status = 'sending' or (o.status = 'held' and o.due_at <= ${new Date(now)}
        and exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status = 'active')
        and not exists (select from profiles c where c.id = o.instructor_id and c.suspended_at is not null)
        and not has_open_problem(o.booking_id) and not has_open_dispute(o.payment_id)))
      and (${after?.due ?? null}::timestamptz is null
        or (o.due_at, o.id) > (${after?.due ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by o.due_at, o.id limit ${pageSize}`)
  return found.rows
}

/** Whether a share was sent and not reversed completely. */
export async function isShareSent(db: Queryable, payoutId: string): Promise<boolean> {
  const found = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.id, payoutId),
        eq(payouts.status, 'sent'),
        gt(payouts.amountCents, sql`(${cameBack(db)})`),
      ),
    )
  return found.length > 0
}

/**
 * Reads the state of a coach's account; null when there is none. `answerBy` in milliseconds since 1970, UTC.
 */
export async function readAccountState(
  db: Queryable,
  coachId: string,
): Promise<Pick<typeof payoutAccounts.$inferSelect, 'blockedBy' | 'answerBy'> | null> {
  const [account] = await db
    .select({ blockedBy: payoutAccounts.blockedBy, answerBy: payoutAccounts.answerBy })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.instructorId, coachId))
  return account ?? null
}

/** The coach's zone, for dates that do not belong to a lesson. */
export async function readCoachZone(db: Queryable, coachId: string): Promise<string> {
  const [coach] = await db
    .select({ zone: instructorProfiles.timeZone })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach?.zone ?? 'America/New_York'
}
