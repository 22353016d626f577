import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { invitedAs } from '#features/accounts/invited-student.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { golferOf } from '#features/golfers/queries.ts'
import type { GolferQuestions } from '#features/golfers/questions.ts'
import { golfers } from '#features/golfers/tables.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { LessonList } from './booking.ts'
import { presentTerms } from './cancellation/cancellation.ts'
import { answersOfBooking } from './intake/queries.ts'
import type { Lesson } from './schema.ts'
import { listPaidSeats } from './seats.ts'
import { listBooked } from './series/queries.ts'
import { bookingNotes, bookings, seriesLessons } from './tables.ts'

/**
 * Finds a coach's teaching place by its id or name; undefined, which means the primary place, for other
 * values.
 */
export async function findPlaceNamed(
  db: Queryable,
  { instructorId, location }: { instructorId: string; location?: string | undefined },
): Promise<string | undefined> {
  if (!location?.trim()) return undefined
  const named = location.trim().toLowerCase()
  const [found] = await db
    .select({ id: teachingLocations.id })
    .from(teachingLocations)
    .where(
      and(
        eq(teachingLocations.instructorId, instructorId),
        or(
          eq(sql`${teachingLocations.id}::text`, named),
          eq(sql`lower(${teachingLocations.locationName})`, sql`lower(${named})`),
        ),
      ),
    )
    .limit(1)
  return found?.id
}

/**
 * Lessons with their student, coach and payment. What belongs to one lesson alone is read by subqueries: PostgreSQL tries the orders
 * of all joined tables, and nine take it 25 ms for a statement that runs for one (decision 0161).
 */
const selectLessons = (db: Queryable) =>
  db
    .select({
      lesson: bookings,
      coachName,
      coachImage: instructorProfiles.profileImageUrl,
      studentName: studentAccount.fullName,
      isInvitation: studentAccount.isInvited,
      golfer: golfers,
      // `withActivity` adds the address of a checkout that offers saved cards, for their owner.
      checkoutUrl: sql<
        string | null
      >`(select case when o.offers_cards then null else o.checkout_url end from ${orders} o where o.id = ${payments.orderId})`,
      paymentMethod: payments.paymentMethod,
      note: sql<string | null>`(select n.note from ${bookingNotes} n where n.booking_id = ${bookings.id})`,
      answers: answersOfBooking,
      series: sql<
        Lesson['series']
      >`(select json_build_object('id', s.series_id, 'position', s.position, 'lessons', s.lessons)
        from ${seriesLessons} s where s.booking_id = ${bookings.id})`,
    })
    .from(bookings)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, bookings.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, bookings.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, bookings.studentId))
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(golfers, eq(golfers.id, bookings.golferId))

type LessonRow = Awaited<ReturnType<typeof selectLessons>>[number]

/** One lesson; the caller checks whether the user may see it. */
export async function findLesson(
  db: Queryable,
  bookingId: string,
): Promise<(Lesson & { studentId: string; instructorId: string }) | null> {
  const [row] = await selectLessons(db).where(eq(bookings.id, bookingId))
  if (!row) return null
  const { studentId, instructorId } = row.lesson
  return { ...toLesson(row), studentId, instructorId }
}

/** The lessons of a series that were paid for, in their order. */
export async function listLessonsOfSeries(db: Queryable, seriesId: string): Promise<Lesson[]> {
  const found = await selectLessons(db).where(inArray(bookings.id, await listBooked(db, seriesId)))
  return found.map(toLesson).sort((a, b) => (a.series?.position ?? 0) - (b.series?.position ?? 0))
}

/** Everything that was booked together with a lesson and paid for: of a series its lessons, of a clinic the student's seats. */
export async function listBookedTogether(
  db: Queryable,
  { id, studentId, series, seat }: Pick<Lesson, 'id' | 'series' | 'seat'> & { studentId: string },
): Promise<Lesson[]> {
  if (series) return await listLessonsOfSeries(db, series.id)
  const ids = seat ? await listPaidSeats(db, { clinicId: seat.clinicId, studentId }) : [id]
  const found = await selectLessons(db)
    .where(inArray(bookings.id, ids))
    .orderBy(bookings.createdAt, bookings.id)
  return found.map(toLesson)
}

/** Which lessons to list. */
interface LessonsOf {
  userId: string
  as: 'student' | 'coach'
  /** Only lessons with this other person. */
  withId?: string
  /** Leaves out seats in clinics, for lists that show the clinics themselves. */
  withoutSeats?: boolean
  /** For students: includes unanswered lessons that coaches entered for their email address. */
  withInvitations?: boolean
}

/**
 * A student's or coach's lessons: upcoming ones soonest first, past ones by their day, cancelled ones by when they were cancelled,
 * both newest first. `ended` is past and cancelled ones together. Holds that ran out are left out.
 * @param when the list, its page, and the present in milliseconds since 1970, UTC
 */
export async function listLessons(
  db: Queryable,
  who: LessonsOf,
  when: { now: number; list: LessonList | 'ended'; limit: number; offset: number },
): Promise<Lesson[]> {
  const found = await selectLessons(db)
    .where(and(shownLessons(db, who, when.now), isInList(when.list, when.now)))
    .orderBy(orderOf[when.list], bookings.id)
    .limit(when.limit)
    .offset(when.offset)
  return found.map(toLesson)
}

/**
 * A coach's booked, running and taught lessons of today, in order, without seats in clinics; today is determined in the zone of each
 * place. A lesson that began before midnight and is still running is included.
 * @param now milliseconds since 1970, UTC
 */
export async function listLessonsOfToday(db: Queryable, coachId: string, now: number): Promise<Lesson[]> {
  const { lessonDate, lessonEnd, timeZone } = bookings
  const dateThere = (at: SQL) => sql`(${at} at time zone ${timeZone})::date`
  const found = await selectLessons(db)
    .where(
      and(
        eq(bookings.instructorId, coachId),
        isNull(bookings.clinicId),
        inArray(bookings.status, ['confirmed', 'completed']),
        between(lessonDate, now - 2 * DAY, now + 2 * DAY),
        or(
          eq(dateThere(sql`${lessonDate}`), dateThere(sql`${toIso(now)}::timestamptz`)),
          and(lte(lessonDate, now), gt(lessonEnd, now)),
        ),
      ),
    )
    .orderBy(lessonDate, bookings.id)
  return found.map(toLesson)
}

/** How long the lists of listLessons are. @param now milliseconds since 1970, UTC */
export async function countLessons(
  db: Queryable,
  who: LessonsOf,
  now: number,
): Promise<Record<LessonList, number>> {
  const howMany = (list: LessonList) => sql`count(*) filter (where ${isInList(list, now)})`.mapWith(Number)
  const [found] = await db
    .select({ upcoming: howMany('upcoming'), past: howMany('past'), cancelled: howMany('cancelled') })
    .from(bookings)
    .where(shownLessons(db, who, now))
  return found ?? { upcoming: 0, past: 0, cancelled: 0 }
}

const orderOf = {
  upcoming: asc(bookings.lessonDate),
  past: desc(bookings.lessonDate),
  cancelled: sql`${bookings.cancelledAt} desc nulls last`,
  ended: sql`least(${bookings.lessonDate}, ${bookings.cancelledAt}) desc`,
}

function isInList(list: LessonList | 'ended', now: number): SQL {
  const isCancelled = eq(bookings.status, 'cancelled')
  const isOver = lt(bookings.lessonEnd, now)
  if (list === 'cancelled') return isCancelled
  if (list === 'ended') return sql`(${or(isCancelled, isOver)})`
  return sql`(${and(not(isCancelled), list === 'past' ? isOver : not(isOver))})`
}

/** A user's lessons without abandoned attempts: expired holds and bookings that were never paid. */
function shownLessons(db: Queryable, who: LessonsOf, now: number) {
  const [own, other] =
    who.as === 'student'
      ? [bookings.studentId, bookings.instructorId]
      : [bookings.instructorId, bookings.studentId]
  const isHeld = eq(bookings.status, 'pending')
  // A time offered to a student is not listed as a lesson until the student starts to pay.
  const isOffered = and(
    bookings.isOffered,
    notExists(
      db
        .select({ id: payments.id })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(and(eq(payments.bookingId, bookings.id), isNotNull(orders.checkoutUrl))),
    ),
  )
  return and(
    // An array, so that the index of a student's lessons is used for all of them.
    who.withInvitations && who.as === 'student'
      ? sql`${own} = any(array(select ${who.userId}::uuid union all ${invitedAs(who.userId)}))`
      : eq(own, who.userId),
    who.withId ? eq(other, who.withId) : undefined,
    who.withoutSeats ? isNull(bookings.clinicId) : undefined,
    who.as === 'student' ? not(sql`(${and(isHeld, isOffered)})`) : undefined,
    or(ne(bookings.status, 'pending'), gt(bookings.holdExpiresAt, now)),
    or(
      ne(bookings.status, 'cancelled'),
      inArray(bookings.paymentStatus, ['refunded', 'partially_refunded', 'completed']),
    ),
  )
}

function toLesson({ lesson, ...row }: LessonRow): Lesson {
  return {
    id: lesson.id,
    coach: {
      id: lesson.instructorId,
      label: coachLabel(row.coachName),
      name: row.coachName ?? 'Golf Instructor',
      imageUrl: row.coachImage,
    },
    student: { id: lesson.studentId, name: row.studentName },
    golfer: golferOf(row.golfer),
    start: toIso(lesson.lessonDate),
    durationMinutes: lesson.durationMinutes,
    zone: lesson.timeZone,
    priceCents: lesson.priceAmount,
    title: lesson.lessonTitle,
    lessonType: lesson.lessonType,
    status: lesson.status,
    paymentStatus: lesson.paymentStatus,
    cancelReason: lesson.cancelReason,
    holdExpiresAt: lesson.holdExpiresAt === null ? null : toIso(lesson.holdExpiresAt),
    checkoutUrl: lesson.status === 'pending' ? row.checkoutUrl : null,
    location: { id: lesson.teachingLocationId, name: lesson.locationName, address: lesson.locationAddress },
    terms: presentTerms({ ...lesson, lessonStart: lesson.lessonDate }),
    movedByCoach: lesson.movedByCoach,
    weather:
      lesson.weatherSince === null
        ? null
        : { since: toIso(lesson.weatherSince), calledOffAt: toIsoOrNull(lesson.calledOffAt) },
    noShow: lesson.noShow,
    changeNumber: lesson.changeNumber + lesson.detailNumber,
    moveNumber: lesson.changeNumber,
    isPaidElsewhere: row.paymentMethod === 'elsewhere',
    isDemo: lesson.isDemoBooking,
    isInvitation: row.isInvitation,
    note: row.note,
    answers: row.answers,
    series: row.series,
    seat: lesson.clinicId === null ? null : { clinicId: lesson.clinicId, dates: lesson.seatDates ?? [] },
  }
}

/** A coach's zone, or the zone of the user's latest lesson; an IANA name. */
export async function findLikelyZone(db: Queryable, userId: string): Promise<string | null> {
  const [coach] = await db
    .select({ zone: instructorProfiles.timeZone })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, userId))
  if (coach) return coach.zone
  const [latest] = await db
    .select({ zone: bookings.timeZone })
    .from(bookings)
    .where(eq(bookings.studentId, userId))
    .orderBy(desc(bookings.lessonDate))
    .limit(1)
  return latest?.zone ?? null
}

/**
 * How many lessons a golfer of an account has, and how many of them are held or still to come.
 * @param about.now milliseconds since 1970, UTC
 */
export async function countLessonsOfGolfer(
  db: Queryable,
  { accountId, golferId, now }: GolferQuestions['lessons_of_golfer']['about'],
): Promise<GolferQuestions['lessons_of_golfer']['answer']> {
  const isHeld = and(eq(bookings.status, 'pending'), gt(bookings.holdExpiresAt, now))
  const isComing = or(isHeld, and(eq(bookings.status, 'confirmed'), gt(bookings.lessonEnd, now)))
  const [found] = await db
    .select({
      all: sql`count(*)`.mapWith(Number),
      coming: sql`count(*) filter (where ${isComing})`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.studentId, accountId), eq(bookings.golferId, golferId)))
  return found ?? { all: 0, coming: 0 }
}

/** Who plays in the lesson that a student booked last; null for the student, or when there is none. */
export async function findLastGolfer(db: Queryable, studentId: string): Promise<string | null> {
  const [last] = await db
    .select({ golferId: bookings.golferId })
    .from(bookings)
    .where(and(eq(bookings.studentId, studentId), eq(bookings.enteredByCoach, false)))
    .orderBy(desc(bookings.createdAt))
    .limit(1)
  return last?.golferId ?? null
}
