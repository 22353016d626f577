import { and, desc, eq, gt, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { isCalledOff } from '#features/bookings/called-off.ts'
import { endOfLesson } from '#features/bookings/lesson-times.ts'
import { listLessons, listLessonsOfToday } from '#features/bookings/queries.ts'
import { readRevenue } from '#features/bookings/revenue.ts'
import { bookings } from '#features/bookings/tables.ts'
import { listClinicSessions } from '#features/clinics/queries.ts'
import { studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import { readTaught } from '#features/payouts/earnings.ts'
import { lessonProposals } from '#features/proposals/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn, toIso } from '#platform/time.ts'
import type { Dashboard } from './schema.ts'

interface Figures extends Record<string, unknown> {
  upcoming: number
  recent: number
  /** Times and seats that students pay for now. */
  open_holds: number
  rating: string
  review_count: number
  zone: string
}

const RECENT = 5
/** Enough for a full teaching day and some of the following lessons. */
const NEXT = 24
/** How far ahead dates of clinics are listed. */
const CLINIC_DAYS = 200
/** The period in which upcoming lessons are counted. */
const UPCOMING_DAYS = 30
/** The period in which recent bookings are counted. */
const RECENT_DAYS = 30

/** Condition: lessons `b` of a coach that took place since the start of the year in the coach's zone. */
const givenThisYear = (
  coachId: string,
  present: Date,
) => sql`b.instructor_id = ${coachId} and b.lesson_date <= ${present}
  and b.lesson_date >= (select date_trunc('year', ${present}::timestamptz at time zone c.time_zone) at time zone c.time_zone
    from instructor_profiles c where c.user_id = ${coachId})`

/**
 * Reads the coach's dashboard: each date of a clinic once, instead of its seats; lessons confirmed for the next 30 days and not called off, with
 * dates of clinics that have paid seats; revenue of the lessons completed since
 * the start of the year in the coach's zone (paid here and paid to the coach directly), and the five newest
 * bookings and proposals together.
 */
export async function readDashboard(db: Queryable, coachId: string, now: number): Promise<Dashboard> {
  const present = new Date(now)
  const upcomingUntil = now + UPCOMING_DAYS * DAY
  const [figures, revenue, taught, newest, proposed, coming, today, sessions] = await Promise.all([
    // Raw: counts and sums of a coach's lessons and ledger, by years in the coach's zone, in one row.
    db.execute<Figures>(sql`
      select c.rating, c.review_count, c.time_zone as zone,
        (select count(*)::int from bookings b where b.instructor_id = c.user_id and b.status = 'confirmed'
          and b.clinic_id is null and b.called_off_at is null and b.lesson_date >= ${present} and b.lesson_date < ${new Date(upcomingUntil)}) as upcoming,
        (select count(*)::int from bookings b where b.instructor_id = c.user_id and b.status in ('confirmed', 'completed')
          and b.created_at >= ${present}::timestamptz - make_interval(days => ${RECENT_DAYS})) as recent,
        (select count(*)::int from bookings b where b.instructor_id = c.user_id and b.status = 'pending'
          and b.hold_expires_at > ${present} and not b.entered_by_coach and not b.is_offered) as open_holds
      from instructor_profiles c where c.user_id = ${coachId}`),
    readRevenue(db, givenThisYear(coachId, present)),
    readTaught(db, coachId, now),
    listNewestBookings(db, coachId, now),
    listNewestProposals(db, coachId),
    listLessons(
      db,
      { userId: coachId, as: 'coach', withoutSeats: true },
      { now, list: 'upcoming', limit: NEXT, offset: 0 },
    ),
    listLessonsOfToday(db, coachId, now),
    listClinicSessions(db, coachId, { start: now - DAY, end: now + CLINIC_DAYS * DAY }, now),
  ])
  const row = figures.rows[0]
  const zone = row?.zone ?? 'America/New_York'
  const clinicDates = sessions
    .toSorted((one, other) => one.start - other.start)
    .map((session) => ({ ...session, isToday: isToday(session, now) }))
  return {
    upcomingLessons:
      (row?.upcoming ?? 0) +
      clinicDates.filter(({ start, sold }) => sold > 0 && start >= now && start < upcomingUntil).length,
    revenueYearToDateCents: revenue.netCents + taught.directCents,
    grossYearToDateCents: revenue.grossCents,
    refundsYearToDateCents: revenue.refundsCents,
    shareYearToDateCents: revenue.shareCents,
    directYearToDateCents: taught.directCents,
    recentBookings: row?.recent ?? 0,
    rating: Number(row?.rating ?? 0),
    reviewCount: row?.review_count ?? 0,
    zone,
    today: dateIn(now, zone),
    recent: [...newest, ...proposed]
      .sort((one, other) => other.createdAt - one.createdAt)
      .slice(0, RECENT)
      .map((item) => ({ ...item, createdAt: toIso(item.createdAt) })),
    todaysLessons: today.map((lesson) => ({ ...lesson, isOver: endOfLesson(lesson) <= now })),
    nextLessons: coming.filter(
      (lesson) =>
        lesson.status === 'confirmed' && !isCalledOff(lesson) && !today.some(({ id }) => id === lesson.id),
    ),
    todaysClinics: clinicDates
      .filter((session) => session.isToday)
      .map((session) => ({ ...presentSession(session), isOver: session.end <= now })),
    nextClinics: clinicDates
      .filter((session) => !session.isToday && session.start > now)
      .slice(0, NEXT)
      .map(presentSession),
    openHolds: row?.open_holds ?? 0,
  }
}

type ClinicSession = Awaited<ReturnType<typeof listClinicSessions>>[number]

/** By the clock of its place, or running now. */
const isToday = ({ start, end, zone }: ClinicSession, now: number) =>
  dateIn(start, zone) === dateIn(now, zone) || (start <= now && now < end)

const presentSession = ({ id, clinicId, title, place, zone, start, end, seats, taken }: ClinicSession) => ({
  id,
  clinicId,
  title,
  place,
  zone,
  start: toIso(start),
  end: toIso(end),
  seats,
  taken,
})

async function listNewestBookings(db: Queryable, coachId: string, now: number) {
  const found = await db
    .select({
      lesson: bookings,
      studentName: playerNameIn({ golferId: bookings.golferId, studentName: studentAccount.fullName }),
    })
    .from(bookings)
    .innerJoin(studentAccount, eq(studentAccount.id, bookings.studentId))
    .where(
      and(
        eq(bookings.instructorId, coachId),
        or(ne(bookings.status, 'pending'), gt(bookings.holdExpiresAt, now)),
        or(
          isNull(bookings.cancelReason),
          notInArray(bookings.cancelReason, ['hold_expired', 'payment_failed', 'abandoned']),
        ),
      ),
    )
    .orderBy(desc(bookings.createdAt))
    .limit(RECENT)
  return found.map(({ lesson, studentName }) => ({
    id: lesson.id,
    kind: 'booking' as const,
    title: lesson.lessonTitle,
    studentName,
    start: toIso(lesson.lessonDate),
    zone: lesson.timeZone,
    durationMinutes: lesson.durationMinutes,
    priceCents: lesson.priceAmount,
    status: lesson.status,
    createdAt: lesson.createdAt,
  }))
}

async function listNewestProposals(db: Queryable, coachId: string) {
  const found = await db
    .select({
      proposal: lessonProposals,
      studentName: studentAccount.fullName,
      zone: instructorProfiles.timeZone,
    })
    .from(lessonProposals)
    .innerJoin(studentAccount, eq(studentAccount.id, lessonProposals.studentId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, lessonProposals.instructorId))
    .where(eq(lessonProposals.instructorId, coachId))
    .orderBy(desc(lessonProposals.createdAt))
    .limit(RECENT)
  return found.map(({ proposal, studentName, zone }) => ({
    id: proposal.id,
    kind: 'proposal' as const,
    title: proposal.lessonTitle,
    studentName,
    start: null,
    zone,
    durationMinutes: null,
    priceCents: proposal.priceAmount,
    status: proposal.status === 'accepted' ? 'scheduled' : proposal.status,
    createdAt: proposal.createdAt,
  }))
}
