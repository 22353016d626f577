import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { LedgerAccount, LedgerKind } from '#features/ledger/ledger.ts'
import { settling } from '#features/ledger/queries.ts'
import { ledgerLines, ledgerTransactions } from '#features/ledger/tables.ts'
import { returnedRefund } from '#features/payments/queries.ts'
import { orders, paymentRefunds, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { contactsOfLessons, type SharedContact } from './contacts.ts'
import { listActions } from './lesson-actions.ts'
import { endOfLesson } from './lesson-times.ts'
import type { LessonQuestions } from './questions.ts'
import { opensAt } from './review-window.ts'
import type { Lesson, ListedLesson } from './schema.ts'
import { bookings, lessonMoves } from './tables.ts'

interface Viewer {
  as: 'student' | 'coach'
  /** Milliseconds since 1970, UTC. */
  now: number
  /** Whether they may open a checkout that offers the student's saved cards. */
  mayUseCards: boolean
}

/** Adds the history of each lesson and the viewer's available actions. */
export async function withActivity(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  lessons: readonly Lesson[],
  viewer: Viewer,
): Promise<ListedLesson[]> {
  if (lessons.length === 0) return []
  const ids = lessons.map(({ id }) => id)
  const [stories, moves, words, packages, shares, problems, contacts] = await Promise.all([
    listStories(db, ids),
    listLastMoves(db, ids),
    answers.words_of_lessons(db, ids),
    answers.packages_of_lessons(db, ids),
    answers.shares_of_lessons(db, ids),
    answers.problems_of_lessons(db, ids),
    contactsOfLessons(db, ids, viewer.now),
  ])
  return lessons.flatMap((lesson) => {
    const story = stories.get(lesson.id)
    if (!story) return []
    const isOfIt = ({ bookingId }: { bookingId: string }) => bookingId === lesson.id
    const known = {
      move: moves.get(lesson.id) ?? null,
      review: words.reviews.find(isOfIt) ?? null,
      hasNote: words.notedIds.includes(lesson.id),
      of: packages.find(isOfIt) ?? null,
      share: shares.find(isOfIt) ?? null,
      problem: problems.find(isOfIt)?.status ?? null,
      contact: contacts.get(lesson.id) ?? null,
    }
    return [tell(lesson, { ...story, ...known }, viewer)]
  })
}

/** Booking, payment and ledger data of lessons, by booking. */
async function listStories(db: Queryable, ids: readonly string[]) {
  const asked = db
    .select({ cents: sql`coalesce(sum(${paymentRefunds.amountCents}), 0)` })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, payments.id))
  const ofBooking = (kind: LedgerKind) =>
    and(eq(ledgerTransactions.bookingId, bookings.id), eq(ledgerTransactions.kind, kind))
  const sumOf = (account: LedgerAccount, which: SQL | undefined) => {
    const sum = db
      .select({ cents: sql`coalesce(sum(${ledgerLines.amountCents}), 0)` })
      .from(ledgerTransactions)
      .innerJoin(ledgerLines, eq(ledgerLines.transactionId, ledgerTransactions.id))
      .where(and(which, eq(ledgerLines.account, account)))
    return sql`(${sum})`.mapWith(Number)
  }
  const found = await db
    .select({
      id: bookings.id,
      packageId: bookings.packageId,
      cancelMessage: bookings.cancelMessage,
      enteredByCoach: bookings.enteredByCoach,
      // A student entered by name and phone only, without an email address.
      isOfCaller: sql<boolean>`${profiles.enteredBy} is not null`,
      isStudentGone: sql<boolean>`${profiles.closedAt} is not null`,
      // Raw: a sum over all payments of the order.
      toPayCents: sql<number | null>`case when ${bookings.status} = 'pending' then
        (select sum(o.amount_cents - o.gift_cents)::int from payments o where o.order_id = ${orders.id}) end`,
      heldTogether: sql<number | null>`case when ${bookings.status} = 'pending' then
        (select count(o.booking_id)::int from payments o where o.order_id = ${orders.id}) end`,
      sessionId: orders.stripeSessionId,
      checkoutUrl: orders.checkoutUrl,
      paymentStatus: payments.paymentStatus,
      refundedCents: payments.refundedCents,
      askedCents: sql`(${asked})`.mapWith(Number),
      // The refund of an ended package is booked on the payment of its first lesson, but does not belong to
      // that lesson.
      refundedOfItCents: sumOf(
        'refunds_due',
        and(eq(ledgerTransactions.bookingId, bookings.id), settling.isSettling, not(settling.isOfPackage)),
      ),
      refundReturned: returnedRefund(db, eq(paymentRefunds.bookingId, bookings.id)),
      owedOfItCents: sumOf('refunds_due', ofBooking('refund_due')),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.studentId))
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(inArray(bookings.id, [...ids]))
  return new Map(found.map((story) => [story.id, story]))
}

type Stories = Awaited<ReturnType<typeof listStories>>
type Story = NonNullable<ReturnType<Stories['get']>>
type Move = typeof lessonMoves.$inferSelect
type AnswerOf<Name extends keyof LessonQuestions> = LessonQuestions[Name]['answer']

/** All data about a lesson. */
interface Known extends Story {
  move: Move | null
  review: AnswerOf<'words_of_lessons'>['reviews'][number] | null
  /** The coach wrote a note to the student. */
  hasNote: boolean
  /** The package the lesson belongs to. */
  of: AnswerOf<'packages_of_lessons'>[number] | null
  /** The coach's share. */
  share: AnswerOf<'shares_of_lessons'>[number] | null
  contact: SharedContact | null
  /** The status of the problem the student reported. */
  problem: AnswerOf<'problems_of_lessons'>[number]['status'] | null
}

/** The latest move of each lesson that was moved. */
async function listLastMoves(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Move>> {
  const moves = await db
    .select()
    .from(lessonMoves)
    .where(inArray(lessonMoves.bookingId, [...ids]))
    .orderBy(asc(lessonMoves.movedAt))
  return new Map(moves.map((move) => [move.bookingId, move]))
}

function tell(lesson: Lesson, known: Known, viewer: Viewer): ListedLesson {
  const { move, review, hasNote, share } = known
  const lessonStart = Date.parse(lesson.start)
  const lessonEnd = endOfLesson(lesson)
  const actions = listActions(
    {
      status: lesson.status,
      noShow: lesson.noShow,
      lessonStart,
      lessonEnd,
      isReported: known.problem !== null,
      isReviewed: review !== null,
      isNoted: hasNote,
      isInSeries: lesson.series !== null,
      clinicId: lesson.seat?.clinicId ?? null,
      weatherSince: lesson.weather && Date.parse(lesson.weather.since),
      calledOffAt: lesson.weather?.calledOffAt ? Date.parse(lesson.weather.calledOffAt) : null,
    },
    viewer.as,
    viewer.now,
  )
  const isPaid = known.paymentStatus !== null && paidStatuses.includes(known.paymentStatus)
  const maySeeRating = viewer.as === 'student' || review?.isPublished
  const isToPay = viewer.as === 'student' && lesson.status === 'pending'
  return {
    ...lesson,
    ...moneyBack(known),
    toPayCents: isToPay ? known.toPayCents : null,
    heldTogether: isToPay ? known.heldTogether : null,
    isEnteredToPay: isToPay && known.enteredByCoach && !lesson.isInvitation && lesson.holdExpiresAt !== null,
    checkoutUrl: viewer.as === 'student' ? checkoutFor(lesson, known, viewer) : null,
    problem: known.problem,
    // An invitation can only be answered by the student. A note reaches neither an invited student before
    // there is an account, nor a caller, nor a student whose account is closed.
    actions: actions
      .filter(({ kind }) =>
        kind === 'note'
          ? !lesson.isInvitation && !known.isOfCaller && !known.isStudentGone
          : !lesson.isInvitation || viewer.as === 'coach',
      )
      .map((action) => ({ ...action, until: toIsoOrNull(action.until) })),
    isOfCaller: known.isOfCaller,
    moved: move && { by: move.movedAs, from: toIso(move.fromStart), at: toIso(move.movedAt) },
    receipt: viewer.as === 'student' && isPaid ? known.sessionId : null,
    package: known.packageId === null ? null : packageState(known),
    packageTitle: known.of?.title ?? null,
    cancelMessage: known.cancelMessage,
    review: review && { rating: maySeeRating ? review.rating : null, isPublished: review.isPublished },
    hasNote,
    wordsOpenAt: opensAt(lessonEnd) > viewer.now ? toIso(opensAt(lessonEnd)) : null,
    contact: known.contact,
    payout: viewer.as === 'coach' ? payoutOf(share, viewer.now) : null,
  }
}

/** The address of the checkout of a held lesson. */
const checkoutFor = (lesson: Lesson, known: Known, viewer: Viewer) =>
  viewer.mayUseCards && lesson.status === 'pending' ? known.checkoutUrl : lesson.checkoutUrl

const paidStatuses: readonly string[] = ['completed', 'refunded', 'partially_refunded']

/**
 * The refunded part of a lesson's price, and the total refund owed. For a lesson of a package, only the
 * ledger entries of the lesson count.
 */
function moneyBack(story: Story): Pick<ListedLesson, 'owedBackCents' | 'refundedCents' | 'refundReturned'> {
  const { refundReturned } = story
  if (story.packageId === null) {
    const refundedCents = story.refundedCents ?? 0
    return { refundedCents, owedBackCents: Math.max(refundedCents, story.askedCents), refundReturned }
  }
  const owedBackCents = 0 - story.owedOfItCents
  return { refundedCents: Math.min(story.refundedOfItCents, owedBackCents), owedBackCents, refundReturned }
}

const packageState = ({ of }: Known) => (of?.isReturned ? 'returned' : of?.isOpen ? 'open' : 'ended')

function payoutOf(share: Known['share'], now: number): ListedLesson['payout'] {
  if (!share || share.status === 'nothing_due') return null
  const status = share.status === 'sent' ? 'sent' : 'held'
  return { status, at: toIso(share.at), isOverdue: status === 'held' && share.at < now }
}
