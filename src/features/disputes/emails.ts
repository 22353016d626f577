import { and, eq, isNull } from 'drizzle-orm'
import type { Lesson } from '#features/bookings/schema.ts'
import { notifyParties } from '#features/lesson-letters/emails.ts'
import { fillInLesson, type LessonLetter, type LessonMoney } from '#features/lesson-letters/lesson-letter.ts'
import { payouts } from '#features/payouts/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { answerBy } from './dispute.ts'
import {
  problemReportedCoach,
  problemReportedStudent,
  problemSettledCoach,
  problemSettledStudent,
  settledWords,
} from './letters.ts'

/**
 * Notifies the student that staff will look into the problem, and the coach what it means for their share.
 * Once each.
 */
export async function notifyProblem(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  const [share] = await tx
    .select({ sentAt: payouts.sentAt })
    .from(payouts)
    .where(and(eq(payouts.bookingId, bookingId), isNull(payouts.packageId)))
  const sentOn = share?.sentAt ?? null
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [
      fillInLesson(problemReportedStudent, {}),
      problemForCoach(lesson, { money, sentOn, reportedAt: services.clock.now() }),
    ],
  }))
}

/**
 * Builds the email to the coach about a problem the student reported.
 * @param facts.sentOn when the share was sent, null while it is held; like `reportedAt` in milliseconds since
 * 1970, UTC
 */
export function problemForCoach(
  lesson: Lesson,
  { money, sentOn, reportedAt }: { money: LessonMoney; sentOn: number | null; reportedAt: number },
): LessonLetter {
  const share = formatMoney(money.shareCents)
  return fillInLesson(problemReportedCoach, {
    answer_by: formatMoment(answerBy(reportedAt), lesson.zone),
    share_line:
      money.isDemo || (sentOn === null && money.shareCents <= 0)
        ? ''
        : sentOn === null
          ? `Your share of ${share} is held until this is settled.`
          : `Your share was sent on ${formatDay(sentOn, lesson.zone)}. If we refund the student, we take back your part of the refund.`,
  })
}

/**
 * Notifies both sides of the decision and its reason. Once per decision.
 * @param decision.isRefunded something of the lesson's price was refunded, by the decision or before
 */
export async function notifySettled(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  bookingId: string,
  decision: { occasion: string; isResolved: boolean; isRefunded: boolean; explanation: string },
): Promise<void> {
  const { occasion, isResolved, isRefunded, explanation } = decision
  const outcome = isResolved ? 'resolved' : isRefunded ? 'rejectedAfterRefund' : 'rejected'
  await notifyParties(services, tx, bookingId, ({ money }) => {
    // It was not paid here: a full refund leaves no share either.
    const isUnpaid = money.shareCents <= 0 && !isRefunded
    const forCoach = isResolved ? 'resolvedWithoutShare' : 'rejectedWithoutShare'
    return {
      occasion,
      letters: [
        fillInLesson(problemSettledStudent, {
          explanation,
          decision: settledWords.student[isUnpaid && isResolved ? 'resolvedWithoutShare' : outcome],
        }),
        fillInLesson(problemSettledCoach, {
          explanation,
          decision: settledWords.coach[isUnpaid ? forCoach : outcome],
        }),
      ],
    }
  })
}
