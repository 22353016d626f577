import { eq } from 'drizzle-orm'
import { findLesson } from '#features/bookings/queries.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { lessonVariables } from '#features/lesson-letters/lesson-letter.ts'
import { findLetterLesson } from '#features/lesson-letters/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import { saleTitleIn } from '#features/payments/queries.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { payoutKind, payoutNewsCoach, payoutSentCoach } from './letters.ts'
import type { ShareName } from './queries.ts'

/** Notifies a coach that a share was sent, in the transaction that records it. Once per share. */
export async function notifyPayout(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  share: ShareName & { payoutId: string; amountCents: Cents },
): Promise<void> {
  if ('paymentId' in share) return await notifySalePayout(services, tx, share)
  const found = await findLetterLesson(services, tx, share.bookingId)
  if (!found) return
  const { lesson, money } = found
  const { appUrl } = services.env
  const href = '/earnings-payouts'
  const payout = formatMoney(share.amountCents)
  const facts = lessonVariables(appUrl, lesson, money, services.clock.now())
  const earnings_url = `${appUrl}${href}`
  const words = {
    title: `${payout} is on its way to you`,
    // For the untaken lessons of a package there is no lesson to name.
    body: share.packageId
      ? `Your share of what was not refunded of the package “${lesson.title}” of ${lesson.student.name}`
      : `Your share of the lesson with ${playerName(lesson)}, ${facts.lesson_when}`,
  }
  await notifyUser(services, tx, {
    userId: lesson.instructorId,
    kind: payoutKind,
    businessKey: share.payoutId,
    ...words,
    href,
    email: share.packageId
      ? payoutNewsLetter(lesson.coach.label, {
          headline: words.title,
          message: `${words.body} was sent to your payout account.`,
          earnings_url,
        })
      : fillIn(payoutSentCoach, { ...facts, payout, earnings_url }),
    about: { what: 'payout', payoutId: share.payoutId },
  })
}

/** The same for something that was sold without a lesson. */
async function notifySalePayout(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  share: { payoutId: string; paymentId: string; packageId: string | null; amountCents: Cents },
): Promise<void> {
  const sale = await findSaleToName(tx, share.paymentId)
  if (!sale) return
  const href = '/earnings-payouts'
  const title = `${formatMoney(share.amountCents)} is on its way to you`
  const body = share.packageId
    ? `Your share of what was not refunded of the package of ${sale.studentName}`
    : `Your share of the ${sale.what} for ${sale.studentName}`
  await notifyUser(services, tx, {
    userId: sale.instructorId,
    kind: payoutKind,
    businessKey: share.payoutId,
    title,
    body,
    href,
    email: payoutNewsLetter(sale.coachLabel, {
      headline: title,
      message: `${body} was sent to your payout account.`,
      earnings_url: `${services.env.appUrl}${href}`,
    }),
    about: { what: 'payout', payoutId: share.payoutId },
  })
}

async function findSaleToName(tx: Queryable, paymentId: string) {
  const [sale] = await tx
    .select({
      instructorId: instructorProfiles.userId,
      coach: coachName,
      studentName: studentAccount.fullName,
      what: saleTitleIn(payments.kind),
    })
    .from(payments)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, payments.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, payments.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, payments.studentId))
    .where(eq(payments.id, paymentId))
  return sale && { ...sale, coachLabel: coachLabel(sale.coach), what: sale.what.toLowerCase() }
}

/** A letter about a share that does not belong to a single lesson. */
export const payoutNewsLetter = (
  coach_name: string,
  news: { headline: string; message: string; earnings_url: string },
): Letter => fillIn(payoutNewsCoach, { coach_name, ...news })

/**
 * Notifies a coach that money waits for a bank account; at most once in 30 days.
 * @param now milliseconds since 1970, UTC
 */
export async function notifyWaiting(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  { coachId, cents, now }: { coachId: string; cents: Cents; now: number },
): Promise<void> {
  const [coach] = await tx
    .select({ name: coachName })
    .from(instructorProfiles)
    .innerJoin(coachAccount, eq(coachAccount.id, instructorProfiles.userId))
    .where(eq(instructorProfiles.userId, coachId))
  const { appUrl } = services.env
  const title = `${formatMoney(cents)} waits for your bank account`
  const body =
    'It is your share of lessons you have taught. It is sent once your payout account is connected.'
  await notifyUser(services, tx, {
    userId: coachId,
    kind: payoutKind,
    businessKey: `waits:${toIso(now)}`,
    title,
    body,
    href: '/payment-settings',
    about: { what: 'account' },
    email: payoutNewsLetter(coachLabel(coach?.name), {
      headline: title,
      message: `${body} You find the way there in Payment Settings.`,
      earnings_url: `${appUrl}/earnings-payouts`,
    }),
  })
}

/** Notifies a coach that part of a sent share is reversed, and for which lesson. Once per reversal. */
export async function notifyClawback(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  back: ShareName & { reversalId: string; amountCents: Cents },
): Promise<void> {
  const thing = await nameShare(tx, back)
  if (!thing) return
  const amount = formatMoney(back.amountCents)
  const href = '/earnings-payouts'
  const title = `${amount} is taken back from your payout account`
  const body = `The payment for ${thing.what} was refunded after your share had been sent.`
  await notifyUser(services, tx, {
    userId: thing.instructorId,
    kind: payoutKind,
    businessKey: `taken-back:${back.reversalId}`,
    title,
    body,
    href,
    email: payoutNewsLetter(thing.coachLabel, {
      headline: title,
      message: `${body} Your part of the refund is ${amount}.`,
      earnings_url: `${services.env.appUrl}${href}`,
    }),
    // A past event, which never becomes outdated.
    about: { what: 'account' },
  })
}

/** What a share is for, as its coach reads it, and who that is. */
async function nameShare(tx: Queryable, name: ShareName) {
  if ('paymentId' in name) {
    const sale = await findSaleToName(tx, name.paymentId)
    return sale && { ...sale, what: `the ${sale.what} for ${sale.studentName}` }
  }
  const lesson = await findLesson(tx, name.bookingId)
  if (!lesson) return null
  const what = name.packageId
    ? `the package “${lesson.title}” of ${lesson.student.name}`
    : `the lesson with ${playerName(lesson)}, ${formatMoment(lesson.start, lesson.zone)}`
  return { instructorId: lesson.instructorId, coachLabel: lesson.coach.label, what }
}
