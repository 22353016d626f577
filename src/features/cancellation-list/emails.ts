import { eq, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { mayTeach } from '#features/coaches/queries.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { mayReach } from '#features/messages/may-reach.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { formatLesson, formatMoment } from '#platform/time.ts'
import type { TransactionServices } from '#ports/services.ts'
import { leaveAddress } from './leave-links.ts'
import { freedTimeGone, freedTimeKind, freedTimeOffered, freedTimePublic } from './letters.ts'
import { cancellationRequests, freedTimeOffers, freedTimes } from './tables.ts'

type Sending = Pick<TransactionServices, 'jobs' | 'clock' | 'env' | 'answers'>

export const LIST_PATH = '/lessons#cancellation-list'

/**
 * Notifies a golfer that a time is held for them. Idempotent; sends nothing when the offer is no longer open
 * or the golfer has left the list.
 */
export async function notifyOffered(services: Sending, tx: Queryable, offerId: string): Promise<void> {
  const found = await findOfferFacts(tx, offerId)
  if (found?.status !== 'open' || !found.isWaiting) return
  const { when, place } = found
  const until = formatMoment(found.expiresAt, found.zone)
  await notifyUser(services, tx, {
    userId: found.studentId,
    kind: freedTimeKind,
    businessKey: `${found.freedTimeId}:offered`,
    title: `A time with ${found.coach} opened`,
    body: `${when}. Held for you until ${until}.`,
    href: LIST_PATH,
    email: fillIn(freedTimeOffered, {
      student_name: found.studentName,
      coach_name: found.coach,
      lesson_when: when,
      place,
      price: formatMoney(found.priceCents),
      until,
      list_url: services.env.appUrl + LIST_PATH,
      leave_url: leaveAddress(services.env, found.requestId),
    }),
    about: { what: 'freed_time', freedTimeId: found.freedTimeId, news: 'offered' },
  })
}

/**
 * Notifies a golfer that the time they did not take is no longer held for them, unless they have left the list.
 * @param isPassedOn it is held for the next golfer; otherwise they can book it while it is free
 */
export async function notifyMissed(
  services: Sending,
  tx: Queryable,
  offerId: string,
  { isPassedOn }: { isPassedOn: boolean },
): Promise<void> {
  const found = await findOfferFacts(tx, offerId)
  // When the coach no longer teaches, the email about the released hold covers this.
  if (!found?.isWaiting || !(await mayTeach(tx, found.coachId))) return
  const { appUrl } = services.env
  const bookingPath = `/instant-book/${found.coachId}`
  const words = {
    student_name: found.studentName,
    coach_name: found.coach,
    lesson_when: found.when,
    leave_url: leaveAddress(services.env, found.requestId),
  }
  await notifyUser(services, tx, {
    userId: found.studentId,
    kind: freedTimeKind,
    businessKey: `${found.freedTimeId}:gone`,
    title: `The time with ${found.coach} is no longer held for you`,
    ...(isPassedOn
      ? {
          body: `${found.when} went to the next golfer. You are still on the list.`,
          href: LIST_PATH,
          email: fillIn(freedTimeGone, { ...words, list_url: appUrl + LIST_PATH }),
        }
      : {
          body: `${found.when}. If it is still free, you can book it. You are still on the list.`,
          href: bookingPath,
          email: fillIn(freedTimePublic, { ...words, booking_url: appUrl + bookingPath }),
        }),
    about: { what: 'freed_time', freedTimeId: found.freedTimeId, news: 'gone' },
  })
}

/**
 * Notifies a golfer who was never offered the time that it was taken. In-app only, because no action is
 * needed.
 */
export async function notifyTakenByAnother(
  services: Sending,
  tx: Queryable,
  time: {
    id: string
    start: number
    durationMinutes: number
    zone: string
    coach: string
    studentId: string
  },
): Promise<void> {
  await notifyUser(services, tx, {
    userId: time.studentId,
    kind: freedTimeKind,
    businessKey: `${time.id}:gone`,
    title: `A time with ${time.coach} went to another golfer`,
    body: `${formatLesson(time.start, time.durationMinutes, time.zone)}. You are still on the list.`,
    href: LIST_PATH,
    about: { what: 'freed_time', freedTimeId: time.id, news: 'gone' },
  })
}

/** What messages about an offer say; null where one of the two has blocked the other. */
async function findOfferFacts(tx: Queryable, offerId: string) {
  const [found] = await tx
    .select({
      status: freedTimeOffers.status,
      freedTimeId: freedTimes.id,
      requestId: freedTimeOffers.requestId,
      isWaiting: sql<boolean>`${cancellationRequests.status} = 'waiting'`,
      studentId: freedTimeOffers.studentId,
      studentName: profiles.fullName,
      coachId: freedTimes.instructorId,
      coachName: instructorProfiles.displayName,
      start: freedTimes.lessonStart,
      durationMinutes: bookings.durationMinutes,
      zone: freedTimes.timeZone,
      place: freedTimes.locationName,
      priceCents: bookings.priceAmount,
      expiresAt: freedTimeOffers.expiresAt,
    })
    .from(freedTimeOffers)
    .innerJoin(freedTimes, eq(freedTimes.id, freedTimeOffers.freedTimeId))
    .innerJoin(cancellationRequests, eq(cancellationRequests.id, freedTimeOffers.requestId))
    .innerJoin(bookings, eq(bookings.id, freedTimeOffers.bookingId))
    .innerJoin(profiles, eq(profiles.id, freedTimeOffers.studentId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, freedTimes.instructorId))
    .where(eq(freedTimeOffers.id, offerId))
  if (
    !found ||
    !(await mayReach(tx, { instructorId: found.coachId, studentId: found.studentId }, { carriesText: false }))
  )
    return null
  return {
    ...found,
    coach: coachLabel(found.coachName),
    when: formatLesson(found.start, found.durationMinutes, found.zone),
  }
}
