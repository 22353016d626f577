import { eq } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import type { TransactionServices } from '#ports/services.ts'
import { videoReviewKind, videoReviewNewsCoach, videoReviewNewsStudent } from './letters.ts'
import { videoReviews } from './tables.ts'
import { type EndReason, promiseText, SEND_WITHIN_DAYS } from './video-review.ts'

/** The events of a review that cause a notification. */
export type ReviewNews =
  | { news: 'paid' }
  | { news: 'asked' }
  | { news: 'reminder' }
  | { news: 'answered' }
  | { news: 'ended'; reason: EndReason }
  | { news: 'refund_sent' | 'refund_came_back' | 'refund_sent_again'; cents: Cents; refundId: string }

/** What a letter about a review says. */
export interface ReviewFacts {
  coachLabel: string
  studentName: string
  priceCents: Cents
  /** The part of it that gift cards paid. */
  giftCents: Cents
  promisedHours: number
  /** Milliseconds since 1970, UTC; null before the videos are sent. */
  dueAt: number | null
  /** The coach's, for the time when the answer is due. */
  zone: string
  endMessage: string | null
}

interface Words {
  to: 'student' | 'coach'
  title: string
  body: string
}

/** Notifies the people of a review of an event, in its transaction; once per event. */
export async function notifyOfVideoReview(
  services: TransactionServices,
  tx: Queryable,
  videoReviewId: string,
  event: ReviewNews,
): Promise<void> {
  const [found] = await tx
    .select({
      review: videoReviews,
      giftCents: payments.giftCents,
      coach: coachName,
      studentName: studentAccount.fullName,
      zone: instructorProfiles.timeZone,
    })
    .from(videoReviews)
    .innerJoin(payments, eq(payments.id, videoReviews.paymentId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, videoReviews.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, videoReviews.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, videoReviews.studentId))
    .where(eq(videoReviews.id, videoReviewId))
  if (!found) return
  const { review, coach, ...names } = found
  const facts = { ...review, ...names, coachLabel: coachLabel(coach) }
  const mark = 'refundId' in event ? `${event.news}:${event.refundId}` : event.news
  for (const { to, title, body, letter } of writeVideoReviewLetters(
    services.env.appUrl,
    videoReviewId,
    facts,
    event,
  ))
    await notifyUser(services, tx, {
      userId: to === 'coach' ? review.instructorId : review.studentId,
      kind: videoReviewKind,
      businessKey: `${videoReviewId}:${mark}`,
      title,
      body,
      href: `/video-reviews/${videoReviewId}`,
      email: letter,
      about: { what: 'video_review', videoReviewId, news: event.news },
    })
}

/** The recipients and texts of a notification. Deterministic for the same facts. */
export function writeVideoReviewLetters(
  appUrl: string,
  videoReviewId: string,
  facts: ReviewFacts,
  event: ReviewNews,
): (Words & { letter: Letter })[] {
  return wordsFor(facts, event).map((words) => ({
    ...words,
    letter: fillIn(words.to === 'student' ? videoReviewNewsStudent : videoReviewNewsCoach, {
      headline: words.title,
      message: words.body,
      student_name: facts.studentName,
      coach_name: facts.coachLabel,
      review_url: `${appUrl}/video-reviews/${videoReviewId}`,
    }),
  }))
}

function wordsFor(facts: ReviewFacts, event: ReviewNews): Words[] {
  const { coachLabel: coach, studentName, priceCents, promisedHours, dueAt, zone } = facts
  const price = formatMoney(priceCents)
  const due = dueAt === null ? '' : formatMoment(dueAt, zone)
  switch (event.news) {
    case 'paid':
      return [
        {
          to: 'student',
          title: `Send your swing to ${coach}`,
          body: `Your payment of ${price} arrived. Add your videos and your question within ${SEND_WITHIN_DAYS} days. ${coach} answers ${promiseText(promisedHours)} after you sent them, or you get your money back.`,
        },
      ]
    case 'asked':
      return [
        {
          to: 'coach',
          title: `${studentName} sent a swing to review`,
          body: `Answer by ${due}. Without an answer by then, the payment of ${price} is refunded automatically.`,
        },
      ]
    case 'reminder':
      return [
        {
          to: 'coach',
          title: `${studentName} waits for your video review`,
          body: `It is due ${due}. Without an answer by then, the payment of ${price} is refunded automatically.`,
        },
      ]
    case 'answered':
      return [
        {
          to: 'student',
          title: `${coach} reviewed your swing`,
          body: 'Open the review to read the answer and to see what was drawn and said on your videos.',
        },
      ]
    case 'ended':
      return endedWords(facts, event.reason)
    case 'refund_sent':
      return [
        {
          to: 'student',
          title: `Your refund of ${formatMoney(event.cents)} ${facts.giftCents === priceCents ? 'arrived' : 'is on its way'}`,
          body: `It is for your video review by ${coach} and ${goesBack(facts)}`,
        },
      ]
    case 'refund_came_back':
      return [
        {
          to: 'student',
          title: `Your bank sent back a refund of ${formatMoney(event.cents)}`,
          body: `It was for your video review by ${coach}. We send it again or write to you about another way. You do not need to do anything.`,
        },
      ]
    case 'refund_sent_again':
      return [
        {
          to: 'student',
          title: `Your refund of ${formatMoney(event.cents)} was sent again`,
          body: `It is for your video review by ${coach} and goes back to the card that paid.`,
        },
      ]
  }
}

/** Where a refund goes, and when it arrives. */
function goesBack({ priceCents, giftCents }: ReviewFacts): string {
  if (giftCents === 0) return 'goes back to the card that paid. This usually takes 5 to 10 days.'
  if (giftCents === priceCents) return 'is back on your gift card.'
  return 'goes back to your gift card, where its part is now, and to the card that paid the rest, which usually takes 5 to 10 days.'
}

function endedWords(facts: ReviewFacts, reason: EndReason): Words[] {
  const { coachLabel: coach, studentName, priceCents, promisedHours, endMessage } = facts
  const price = formatMoney(priceCents)
  const refund = `The full ${price} ${goesBack(facts)}`
  const toStudent = (why: string): Words => ({
    to: 'student',
    title: `Your video review by ${coach} is refunded`,
    body: `${why} ${refund}`,
  })
  const toCoach = (title: string, body: string): Words => ({ to: 'coach', title, body })
  switch (reason) {
    case 'canceled':
      return [toStudent('You cancelled it before you sent your videos.')]
    case 'declined':
      return [toStudent(`${coach} cannot review your videos and wrote: “${endMessage ?? ''}”`)]
    case 'overdue':
      return [
        toStudent(`${coach} did not answer ${promiseText(promisedHours)}.`),
        toCoach(
          `The video review for ${studentName} was refunded`,
          `It was not answered in time, so ${studentName} got the full ${price} back. It can no longer be answered.`,
        ),
      ]
    case 'not_sent':
      return [toStudent(`No videos were sent within ${SEND_WITHIN_DAYS} days of the payment.`)]
    case 'closed':
      return [
        toStudent('It can no longer be answered, because one of the accounts is not in use.'),
        toCoach(
          `The video review for ${studentName} was refunded`,
          'It can no longer be answered, because one of the accounts is not in use.',
        ),
      ]
    case 'support':
      return [
        toCoach(
          `The video review for ${studentName} was refunded`,
          `Support refunded the payment of ${price}. The review can no longer be answered.`,
        ),
      ]
    case 'late_payment':
      return []
  }
}
