import { and, arrayContains, eq, inArray, isNull } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { LessonEvents } from '#features/bookings/events.ts'
import { isOurMoney } from '#features/bookings/held-payment.ts'
import { findSeriesOf } from '#features/bookings/series/queries.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { PaymentEvents } from '#features/checkout/events.ts'
import { golfers } from '#features/golfers/tables.ts'
import { payments } from '#features/payments/tables.ts'
import type { VideoReviewEvents } from '#features/video-reviews/events.ts'
import { videoReviews } from '#features/video-reviews/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { TransactionServices } from '#ports/services.ts'
import { deliverWebhookJob } from './jobs.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'
import type { WebhookEvent } from './webhook.ts'

/** Sends webhook events to both people of a lesson or a video review, in the transaction of the event. */

type Of<Name extends keyof LessonEvents> = LessonEvents[Name]

export async function announceConfirmation(
  services: TransactionServices,
  tx: Queryable,
  { bookingId }: Of<'lesson_confirmed'>,
) {
  await tell(services, tx, 'booking.confirmed', bookingId)
  await tell(services, tx, 'payment.received', bookingId)
}

export const announceMove = (services: TransactionServices, tx: Queryable, moved: Of<'lesson_moved'>) =>
  tell(services, tx, 'booking.moved', moved.bookingId, { by: moved.by, from: toIso(moved.from) })

export const announceCancellation = (
  services: TransactionServices,
  tx: Queryable,
  gone: Of<'lesson_cancelled'>,
) => tell(services, tx, 'booking.cancelled', gone.bookingId, { by: gone.by, refundCents: gone.refundCents })

export const announceCompletion = (
  services: TransactionServices,
  tx: Queryable,
  done: Of<'lesson_completed'>,
) => tell(services, tx, 'booking.completed', done.bookingId)

export const announceRefund = (
  services: TransactionServices,
  tx: Queryable,
  { bookingId, cents, total }: PaymentEvents['refund_recorded'],
) => tell(services, tx, 'payment.refunded', bookingId, { refundCents: cents, refundedCents: total })

export async function announceVideoReview(
  services: TransactionServices,
  tx: Queryable,
  { videoReviewId, to }: VideoReviewEvents['video_review_changed'],
): Promise<void> {
  const [review] = await tx.select().from(videoReviews).where(eq(videoReviews.id, videoReviewId))
  if (!review) return
  const { status, instructorId, studentId, priceCents, dueAt, endReason } = review
  await tellPeople(services, tx, `video_review.${to}`, {
    ...{ videoReviewId, status, instructorId, studentId, priceCents, endReason },
    dueAt: toIsoOrNull(dueAt),
  })
}

async function tell(
  services: TransactionServices,
  tx: Queryable,
  event: WebhookEvent,
  bookingId: string,
  more: Record<string, string | number> = {},
): Promise<void> {
  const [found] = await tx
    .select({ lesson: bookings, golferName: golfers.name, paymentMethod: payments.paymentMethod })
    .from(bookings)
    .leftJoin(golfers, eq(golfers.id, bookings.golferId))
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  if (!found) return
  const { lesson, golferName } = found
  const isPaidHere = lesson.paymentStatus === 'completed' && lesson.priceAmount > 0 && isOurMoney(found)
  if (event === 'payment.received' && (!isPaidHere || lesson.packageId !== null)) return
  await tellPeople(services, tx, event, {
    bookingId,
    status: lesson.status,
    instructorId: lesson.instructorId,
    studentId: lesson.studentId,
    golferName,
    start: toIso(lesson.lessonDate),
    end: toIso(lesson.lessonEnd),
    timeZone: lesson.timeZone,
    priceCents: lesson.priceAmount,
    seriesId: (await findSeriesOf(tx, bookingId))?.seriesId ?? null,
    ...more,
  })
}

/** Sends an event to the programs of a coach and a student that listen to it. */
async function tellPeople(
  services: TransactionServices,
  tx: Queryable,
  event: WebhookEvent,
  data: { instructorId: string; studentId: string; [more: string]: unknown },
): Promise<void> {
  const listening = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .innerJoin(profiles, and(eq(profiles.id, webhookEndpoints.userId), profiles.isOpen))
    .where(
      and(
        inArray(webhookEndpoints.userId, [data.instructorId, data.studentId]),
        isNull(webhookEndpoints.disabledAt),
        arrayContains(webhookEndpoints.events, [event]),
      ),
    )
  for (const { id } of listening) await sendTo(services, tx, id, event, data)
}

/** Stores a delivery, and enqueues it to be sent after the commit. */
export async function sendTo(
  { jobs, clock }: Pick<TransactionServices, 'jobs' | 'clock' | 'answers'>,
  tx: Queryable,
  endpointId: string,
  event: string,
  data: object,
): Promise<void> {
  const now = clock.now()
  const [made] = await tx
    .insert(webhookDeliveries)
    .values({
      endpointId,
      event,
      body: JSON.stringify({ type: event, timestamp: toIso(now), data }),
      createdAt: now,
    })
    .returning({ id: webhookDeliveries.id })
  if (made) await jobs.send(tx, deliverWebhookJob, { deliveryId: made.id })
}
