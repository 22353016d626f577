import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookingNumber } from '#features/bookings/booking.ts'
import { termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import { isOurMoney } from '#features/bookings/held-payment.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { bookings, lessonMoves } from '#features/bookings/tables.ts'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { idOfMoney, type LedgerEntry, type MoneyOf } from '#features/ledger/ledger.ts'
import { isBackInPackage, listLedger, readOwedBack } from '#features/ledger/queries.ts'
import type { MessageStatus } from '#features/notifications/message-status.ts'
import { isRefundOf, listWaitingRefunds } from '#features/payments/queries.ts'
import { paymentRefunds, payments } from '#features/payments/tables.ts'
import { isShareOf } from '#features/payouts/queries.ts'
import { payouts } from '#features/payouts/tables.ts'
import { timelineFor } from '#features/payouts/timeline.ts'
import type { Queryable } from '#platform/db.ts'
import { isoOfMs, toIso, toIsoOrNull } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { isAtBank } from '../queries.ts'
import { disputeChanges, paymentDisputes } from '../tables.ts'
import type { Evidence } from './schema.ts'

/** Messages between the two are included from this many days before the lesson to this many days after it. */
const DAYS_BEFORE = 30
const DAYS_AFTER = 14
const MOST_MESSAGES = 200
const MOST_LETTERS = 100

/** Reads a dispute with all of its evidence; null when it does not exist. */
export async function readEvidence(
  services: Pick<Services, 'db' | 'answers'>,
  disputeId: string,
): Promise<Evidence | null> {
  const { db } = services
  const [dispute] = await db
    .select({ row: paymentDisputes, resolver: profiles.fullName })
    .from(paymentDisputes)
    .leftJoin(profiles, eq(profiles.id, paymentDisputes.resolvedBy))
    .where(eq(paymentDisputes.id, disputeId))
  if (!dispute) return null
  const { row } = dispute
  const { bookingId } = row
  const lesson = bookingId ? await findLesson(db, bookingId) : null
  const [said, letters, moves, history, money, others, times] = await Promise.all([
    lesson ? readMessages(db, row, Date.parse(lesson.start)) : { messages: [], moreMessages: 0 },
    readLetters(db, row),
    bookingId ? readMoves(db, bookingId) : [],
    readHistory(db, row.id),
    readMoney(services, row),
    countOthers(db, row),
    bookingId ? readTimes(db, bookingId) : null,
  ])
  return {
    dispute: {
      id: row.id,
      source: row.source,
      status: row.status,
      reason: row.disputeReason,
      details: row.disputeDetails,
      amountCents: row.paymentAmount,
      lessonTitle: row.lessonTitle,
      studentId: row.studentId,
      studentName: row.studentName,
      studentEmail: row.studentEmail,
      instructorId: row.instructorId,
      instructorName: row.instructorName,
      instructorEmail: row.instructorEmail,
      coachAnswer: row.coachAnswer,
      coachAnsweredAt: toIsoOrNull(row.coachAnsweredAt),
      adminNotes: row.adminNotes,
      resolvedBy: dispute.resolver,
      resolvedAt: toIsoOrNull(row.resolvedAt),
      bankOutcome: row.bankOutcome,
      createdAt: toIso(row.createdAt),
      version: row.version,
    },
    lesson: lesson &&
      times && {
        bookingId: lesson.id,
        bookingNumber: bookingNumber(lesson.id),
        playedBy: lesson.golfer?.name ?? null,
        start: lesson.start,
        durationMinutes: lesson.durationMinutes,
        zone: lesson.zone,
        place: [lesson.location.name, lesson.location.address].filter(Boolean).join(', '),
        status: lesson.status,
        noShow: lesson.noShow,
        ...times,
        terms: lesson.terms.text,
        termsInDates: termsInDates(lesson.terms.deadlines, null, lesson.zone),
      },
    money,
    ...said,
    letters,
    moves,
    history,
    others,
  }
}

type Dispute = typeof paymentDisputes.$inferSelect
async function readTimes(db: Queryable, bookingId: string) {
  const [times] = await db
    .select({
      bookedAt: bookings.createdAt,
      cancelledAt: bookings.cancelledAt,
      completedAt: bookings.completedAt,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  return {
    bookedAt: toIso(times?.bookedAt ?? 0),
    cancelledAt: toIsoOrNull(times?.cancelledAt ?? null),
    completedAt: toIsoOrNull(times?.completedAt ?? null),
  }
}

async function readMessages(
  db: Queryable,
  { instructorId, studentId }: Dispute,
  lessonStart: number,
): Promise<Pick<Evidence, 'messages' | 'moreMessages'>> {
  const [from, until] = [
    new Date(lessonStart - DAYS_BEFORE * 86_400_000),
    new Date(lessonStart + DAYS_AFTER * 86_400_000),
  ]
  // Raw: the tables of conversations belong to another feature.
  const found = await db.execute<{
    id: string
    at: string
    side: 'student' | 'coach' | 'assistant'
    name: string
    content: string
    files: number
    total: number
  }>(sql`
    select m.id, extract(epoch from m.created_at) * 1000 as at, p.full_name as name, m.content, m.attachment_count as files,
      case when m.message_type = 'ai_response' then 'assistant' when m.sender_id = c.student_id then 'student' else 'coach' end as side,
      (count(*) over ())::int as total
    from conversations c join messages m on m.conversation_id = c.id join profiles p on p.id = m.sender_id
    where c.instructor_id = ${instructorId} and c.student_id = ${studentId} and m.created_at between ${from} and ${until}
    order by m.position desc limit ${MOST_MESSAGES}`)
  return {
    messages: found.rows
      .map(({ id, at, side, name, content, files }) => ({
        id,
        at: isoOfMs(at),
        from: side,
        name,
        content,
        files,
      }))
      .reverse(),
    moreMessages: Math.max(0, (found.rows[0]?.total ?? 0) - MOST_MESSAGES),
  }
}

/** Reads the notifications sent to both people about this lesson or purchase. */
async function readLetters(db: Queryable, { bookingId, paymentId, studentId, instructorId }: Dispute) {
  const people = sql`(${studentId}::uuid, ${instructorId}::uuid)`
  const isAbout = sql`dedupe_key like ${`%${bookingId ?? paymentId}%`}`
  // Raw: two logs with different columns, one after the other.
  const found = await db.execute<{
    at: string
    channel: 'email' | 'text'
    to: string
    words: string
    status: MessageStatus
  }>(sql`
    select extract(epoch from at) * 1000 as at, channel, "to", words, status from (
      select coalesce(sent_at, created_at) as at, 'email' as channel, recipient_email as "to", subject as words,
        coalesce(delivery, status) as status
      from email_logs where user_id in ${people} and ${isAbout}
      union all
      select coalesce(sent_at, created_at), 'text', recipient_phone, message_content, coalesce(delivery, status)
      from sms_logs where user_id in ${people} and ${isAbout}) sent
    order by at limit ${MOST_LETTERS}`)
  return found.rows.map((row) => ({ ...row, at: isoOfMs(row.at) }))
}

async function readMoves(db: Queryable, bookingId: string): Promise<Evidence['moves']> {
  const rows = await db
    .select()
    .from(lessonMoves)
    .where(eq(lessonMoves.bookingId, bookingId))
    .orderBy(asc(lessonMoves.movedAt))
  return rows.map(({ movedAt, movedAs, fromStart, toStart }) => ({
    at: toIso(movedAt),
    by: movedAs,
    from: toIso(fromStart),
    to: toIso(toStart),
  }))
}

async function readHistory(db: Queryable, disputeId: string): Promise<Evidence['history']> {
  const rows = await db
    .select({ change: disputeChanges, by: profiles.fullName })
    .from(disputeChanges)
    .leftJoin(profiles, eq(profiles.id, disputeChanges.changedBy))
    .where(eq(disputeChanges.disputeId, disputeId))
    .orderBy(asc(disputeChanges.version))
  return rows.map(({ change, by }) => ({
    id: change.id,
    at: toIso(change.createdAt),
    by,
    from: change.fromStatus,
    to: change.toStatus,
    notes: change.notes,
    explanation: change.explanation,
    refundCents: change.refundCents,
  }))
}

async function readMoney(
  services: Pick<Services, 'db' | 'answers'>,
  dispute: Dispute,
): Promise<Evidence['money']> {
  const { db } = services
  const of = moneyOfRefund(dispute)
  const packageLessons = await listDisputedPackage(services, dispute)
  const all = [of, ...(packageLessons ?? []).filter((lesson) => idOfMoney(lesson) !== idOfMoney(of))]
  const { bookingId } = dispute
  const [payment] = await db
    .select({ row: payments, priceCents: bookings.priceAmount, packageId: bookings.packageId })
    .from(payments)
    .leftJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(bookingId ? eq(payments.bookingId, bookingId) : eq(payments.id, dispute.paymentId))
  const [owedBackCents, isBankDeciding, entries, waiting, refunds, [payout]] = await Promise.all([
    readOwedBack(db, of),
    isAtBank(db, dispute.paymentId),
    listLedgers(db, all),
    Promise.all(all.map((one) => listWaitingRefunds(db, one))),
    db
      .select()
      .from(paymentRefunds)
      .where(or(...all.map(isRefundOf)))
      .orderBy(asc(paymentRefunds.requestedAt)),
    db
      .select()
      .from(payouts)
      .where(and(isShareOf(of), isNull(payouts.packageId))),
  ])
  const isReturned = bookingId && payment?.packageId ? await isBackInPackage(db, bookingId) : false
  // For a lesson from a package: its part of the package's price.
  const paidCents = payment ? (payment.packageId ? (payment.priceCents ?? 0) : payment.row.amountCents) : 0
  return {
    paidCents,
    priceLines: payment?.row.priceLines ?? [],
    owedBackCents,
    keptCents: isReturned ? 0 : Math.max(0, paidCents - owedBackCents),
    ofPackage: payment && packageLessons ? figuresOfPackage(payment.row.amountCents, entries) : null,
    sale: {
      amountCents: paidCents,
      discountCents: payment?.row.discountCents ?? 0,
      discountFundedBy: payment?.row.discountFundedBy ?? null,
    },
    isOurs: payment !== undefined && isOurMoney(payment.row),
    isAtBank: isBankDeciding,
    method: payment?.row.paymentMethod ?? null,
    timeline: timelineFor(entries, 'admin', waiting.flat()).map((item) => ({ ...item, at: toIso(item.at) })),
    refunds: refunds.map((refund) => ({
      amountCents: refund.amountCents,
      reason: refund.reason,
      isSent: refund.status === 'sent',
      requestedAt: toIso(refund.requestedAt),
      error: refund.lastError,
    })),
    payout: payout
      ? {
          status: payout.status,
          amountCents: payout.amountCents,
          dueAt: toIso(payout.dueAt),
          sentAt: toIsoOrNull(payout.sentAt),
        }
      : null,
  }
}

/**
 * Lists the lessons of the package that a bank's dispute is about: the bank disputes the whole payment. Null for other payments,
 * and for a student's report, which is about one lesson.
 */
async function listDisputedPackage(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  { source, paymentId }: Dispute,
): Promise<{ bookingId: string }[] | null> {
  const packageId = source === 'card_network' ? await answers.package_of_payment(db, { paymentId }) : null
  if (packageId === null) return null
  return await db
    .select({ bookingId: bookings.id })
    .from(bookings)
    .where(eq(bookings.packageId, packageId))
    .orderBy(bookings.createdAt, bookings.id)
}

/** The movements of several lessons and payments, oldest first. */
async function listLedgers(db: Queryable, all: readonly MoneyOf[]): Promise<LedgerEntry[]> {
  const entries = await Promise.all(all.map((of) => listLedger(db, of)))
  return entries.flat().sort((one, other) => one.at - other.at)
}

/** What was paid for a package, and what of it was ever owed back: at its end, or for one of its lessons. */
function figuresOfPackage(
  paidCents: number,
  entries: readonly LedgerEntry[],
): NonNullable<Evidence['money']['ofPackage']> {
  const owedBackCents = entries
    .filter(({ kind }) => kind === 'refund_due' || kind === 'package_ended')
    .reduce((sum, { lines }) => sum - (lines.refunds_due ?? 0), 0)
  return { paidCents, owedBackCents, keptCents: Math.max(0, paidCents - owedBackCents) }
}

async function countOthers(db: Queryable, { id, studentId, instructorId }: Dispute) {
  const { studentId: student, instructorId: coach } = paymentDisputes
  const [counted] = await db
    .select({
      ofStudent: sql`count(*) filter (where ${student} = ${studentId}::uuid)`.mapWith(Number),
      ofCoach: sql`count(*) filter (where ${coach} = ${instructorId}::uuid)`.mapWith(Number),
    })
    .from(paymentDisputes)
    .where(
      and(
        ne(paymentDisputes.id, id),
        or(eq(student, studentId), instructorId ? eq(coach, instructorId) : undefined),
      ),
    )
  return { ofStudent: counted?.ofStudent ?? 0, ofCoach: counted?.ofCoach ?? 0 }
}
