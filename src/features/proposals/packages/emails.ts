import { and, count, eq, sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { refundArrives } from '#features/lesson-letters/letter-words.ts'
import { refundKind } from '#features/lesson-letters/notification-kinds.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import { type PaidWith, refundGoes } from '#features/payments/refund-words.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { formatLastDay } from '#platform/last-day.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import {
  packageKind,
  packageNewsCoach,
  packageNewsStudent,
  packageRefundedStudent,
  proposalKind,
} from '../letters.ts'
import { lessonsLeftText, type PackageEndReason } from './package.ts'
import { whyNotOpened } from './sales/sale.ts'
import { lessonCredits, lessonPackages, packageSales } from './tables.ts'

/** The events of a package that cause a notification. Instants in milliseconds since 1970, UTC. */
export type PackageNews =
  | { news: 'ended'; reason: PackageEndReason; refundCents: Cents; shareCents: Cents }
  | { news: 'bought'; paidCents: Cents; terms: string }
  | { news: 'refund_came_back' | 'refund_sent_again'; cents: Cents; refundId: string }
  | { news: 'reminder' }
  | { news: 'coach_unavailable'; suspendedAt: number }

/** The data of notifications about a package. Instants in milliseconds since 1970, UTC. */
export interface PackageFacts {
  coachLabel: string
  studentName: string
  title: string
  lessons: number
  available: number
  /** The coach owes its lessons: nothing was paid here. */
  isBrought?: boolean
  /** What was paid for it, and the part of it that gift cards paid. */
  paid: PaidWith
  /** The zone of its place, or of the coach when it has none. */
  zone: string
  expiresAt: number
  now: number
}

interface PackageLetter {
  title: string
  body: string
  href: string
  letter: Letter
}

/**
 * Notifies the student of a partial refund of a package's payment that no other email mentions. Sent once per
 * refund.
 * @param refund.total the total refunded so far, which identifies the email
 */
export async function announcePackageRefund(
  services: Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>,
  tx: Queryable,
  packageId: string,
  refund: { cents: Cents; refundId: string },
): Promise<void> {
  const found = await findPackageNews(tx, packageId, services.clock.now())
  if (!found) return
  const { facts, studentId, priceCents } = found
  await notifyUser(services, tx, {
    userId: studentId,
    kind: refundKind,
    businessKey: `package:${packageId}:${refund.refundId}`,
    title: `Your refund of ${formatMoney(refund.cents)} is on its way`,
    body: `From your package with ${facts.coachLabel}: ${facts.title}`,
    href: '/lessons',
    email: packageRefundLetter(services.env.appUrl, facts, { cents: refund.cents, priceCents }),
    about: { what: 'account' },
  })
}

/**
 * The same for a package that was paid when it could no longer be opened.
 * @param paymentId of its sale
 */
export async function announceSaleRefund(
  services: Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>,
  tx: Queryable,
  paymentId: string,
  refund: { cents: Cents; refundId: string },
): Promise<void> {
  const [sold] = await tx
    .select({
      sale: packageSales,
      priceCents: payments.amountCents,
      giftCents: payments.giftCents,
      coachName,
      studentName: studentAccount.fullName,
      zone: instructorProfiles.timeZone,
    })
    .from(packageSales)
    .innerJoin(payments, eq(payments.id, packageSales.paymentId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, packageSales.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, packageSales.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, packageSales.studentId))
    .where(eq(packageSales.paymentId, paymentId))
  if (!sold) return
  const { sale, priceCents, giftCents, studentName, zone } = sold
  const facts = {
    coachLabel: coachLabel(sold.coachName),
    studentName,
    title: sale.title,
    lessons: sale.lessonsTotal,
    zone,
    now: services.clock.now(),
  }
  await notifyUser(services, tx, {
    userId: sale.studentId,
    kind: refundKind,
    businessKey: `package-sale:${paymentId}:${refund.refundId}`,
    title: `Your refund of ${formatMoney(refund.cents)} is on its way`,
    body: `${whyNotOpened(facts.coachLabel, giftCents > 0)}, so your package was not opened: ${facts.title}`,
    href: '/lessons',
    email: packageRefundLetter(services.env.appUrl, facts, { cents: refund.cents, priceCents }),
    about: { what: 'account' },
  })
}

/** The text of the email. Deterministic for the same facts. */
export const packageRefundLetter = (
  appUrl: string,
  told: Omit<PackageFacts, 'available' | 'expiresAt' | 'paid'>,
  { cents, priceCents }: { cents: Cents; priceCents: Cents },
): Letter =>
  fillIn(packageRefundedStudent, {
    student_name: told.studentName,
    coach_name: told.coachLabel,
    lesson_title: told.title,
    lessons: `${told.lessons} lessons`,
    refund: formatMoney(cents),
    price: formatMoney(priceCents),
    arrives: refundArrives(told.now, told.zone),
    package_url: `${appUrl}/lessons`,
  })

/** Notifies the student, and the coach when a package was bought or ended, in the transaction of the event. */
export async function announcePackage(
  services: Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>,
  tx: Queryable,
  packageId: string,
  news: PackageNews,
): Promise<void> {
  const found = await findPackageNews(tx, packageId, services.clock.now())
  if (!found) return
  const { student, coach } = packageLetters(services.env.appUrl, found.facts, news)
  const tell = (userId: string, { title, body, href, letter }: PackageLetter) =>
    notifyUser(services, tx, {
      userId,
      kind: packageNewsKind(news),
      businessKey: `package:${packageId}:${occasionOf(news, found.facts)}`,
      title,
      body,
      href,
      email: letter,
      about: { what: 'package', packageId, news: news.news },
    })
  await tell(found.studentId, student)
  if (coach) await tell(found.instructorId, coach)
}

/** The reminder can be turned off; the other news are about what was paid. */
export const packageNewsKind = ({ news }: Pick<PackageNews, 'news'>) =>
  news === 'reminder' ? proposalKind : packageKind

/** Distinguishes news that a package can have more than once. */
function occasionOf(news: PackageNews, { expiresAt }: PackageFacts): string {
  if ('refundId' in news) return `${news.news}:${news.refundId}`
  if (news.news === 'coach_unavailable') return `${news.news}:${news.suspendedAt}`
  // A suspension or a canceled lesson extends the package, and the student is reminded again.
  return news.news === 'reminder' ? `${news.news}:${expiresAt}` : news.news
}

/**
 * The data of notifications about a package, and its two people.
 * @param now milliseconds since 1970, UTC
 */
async function findPackageNews(tx: Queryable, packageId: string, now: number) {
  const left = tx
    .select({ n: count() })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, lessonPackages.id), eq(lessonCredits.status, 'available')))
  const [row] = await tx
    .select({
      bought: lessonPackages,
      coachName,
      studentName: studentAccount.fullName,
      zone: sql<string>`coalesce(${teachingLocations.timeZone}, ${instructorProfiles.timeZone})`,
      giftCents: payments.giftCents,
      available: sql`(${left})`.mapWith(Number),
    })
    .from(lessonPackages)
    .leftJoin(payments, eq(payments.id, lessonPackages.paymentId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, lessonPackages.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, lessonPackages.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, lessonPackages.studentId))
    .leftJoin(teachingLocations, eq(teachingLocations.id, lessonPackages.teachingLocationId))
    .where(eq(lessonPackages.id, packageId))
  if (!row) return null
  const { bought } = row
  const facts: PackageFacts = {
    coachLabel: coachLabel(row.coachName),
    studentName: row.studentName,
    title: bought.lessonTitle,
    lessons: bought.lessonsTotal,
    available: row.available,
    isBrought: bought.paymentId === null,
    paid: { paidCents: bought.priceCents, giftCents: row.giftCents ?? 0 },
    zone: row.zone,
    expiresAt: bought.expiresAt,
    now,
  }
  return {
    facts,
    instructorId: bought.instructorId,
    studentId: bought.studentId,
    priceCents: bought.priceCents,
  }
}

/**
 * The emails to student and coach about a package; the coach is only notified of a purchase and of its end. Deterministic for
 * the same facts.
 */
export function packageLetters(
  appUrl: string,
  told: PackageFacts,
  news: PackageNews,
): { student: PackageLetter; coach: PackageLetter | null } {
  const write = (to: 'student' | 'coach', title: string, body: string): PackageLetter => ({
    title,
    body,
    href: to === 'student' ? '/lessons' : '/proposals?tab=scheduled',
    letter: fillIn(to === 'student' ? packageNewsStudent : packageNewsCoach, {
      headline: title,
      message: body,
      student_name: told.studentName,
      coach_name: told.coachLabel,
      lesson_title: told.title,
      package_url: `${appUrl}${to === 'student' ? '/lessons' : '/proposals?tab=scheduled'}`,
    }),
  })
  const { coachLabel: coach, studentName: student, title, zone } = told
  if (news.news === 'reminder') {
    const left = lessonsLeftText(told.available, told.lessons)
    const words = `Book them by ${formatLastDay(told.expiresAt, zone)}.`
    return { student: write('student', `${left} with ${coach}`, words), coach: null }
  }
  if (news.news === 'bought') {
    const paid = formatMoney(news.paidCents)
    return {
      student: write(
        'student',
        `Your package with ${coach} is paid`,
        `You paid ${paid} for ${told.lessons} lessons. Choose a time for each of them whenever you like, by ${formatLastDay(told.expiresAt, zone)}. ${news.terms}`,
      ),
      coach: write(
        'coach',
        `${student} bought a package: ${title}`,
        `${student} paid ${paid} for ${told.lessons} lessons and books them within your open times. You are told of each one, and paid for it after you have taught it.`,
      ),
    }
  }
  if ('refundId' in news) {
    const cents = formatMoney(news.cents)
    const [headline, words] =
      news.news === 'refund_came_back'
        ? [
            `Your bank sent back a refund of ${cents}`,
            `It was for your package with ${coach}. We send it again or write to you about another way. You do not need to do anything.`,
          ]
        : [
            `Your refund of ${cents} was sent again`,
            `It is for your package with ${coach} and goes back to the card that paid.`,
          ]
    return { student: write('student', headline, words), coach: null }
  }
  if (news.news === 'coach_unavailable') {
    const words = `${coach} is not taking lessons at the moment. You have ${lessonsLeftText(told.available, told.lessons)}, and they stay yours for now: we are looking into it.${told.isBrought ? '' : ' If you would rather not wait, end the package on its page: everything you paid for lessons not taken goes back to your original payment method.'}`
    return { student: write('student', `Your package with ${coach} has to wait`, words), coach: null }
  }
  const refund = formatMoney(news.refundCents)
  const { where, arrives } = refundGoes(told.paid, refundArrives(told.now, zone))
  const forStudent: Record<PackageEndReason, string> = {
    student: `You ended your package with ${coach}`,
    coach: `${coach} ended your package`,
    admin: `We ended your package with ${coach}`,
    expired: `Your package with ${coach} has expired`,
  }
  const forCoach: Record<PackageEndReason, string> = {
    student: `${student} ended the package: ${title}`,
    coach: `You ended the package of ${student}: ${title}`,
    admin: `We ended the package of ${student}: ${title}`,
    expired: `The package of ${student} has expired: ${title}`,
  }
  const refundLine =
    news.refundCents > 0
      ? `We refund ${refund} for the lessons not taken ${where}. ${arrives}`
      : told.isBrought
        ? `Nothing was paid here for its lessons, so nothing is refunded. Whatever is left is between you and ${coach}.`
        : 'There were no lessons left to refund.'
  const shareLine =
    news.shareCents > 0
      ? `Your share of what was not refunded is ${formatMoney(news.shareCents)}. We send it to your bank account.`
      : news.refundCents > 0
        ? 'The lessons not taken are refunded in full, so there is no share for them.'
        : told.isBrought
          ? `Nothing was paid here for its lessons. Whatever is left is between you and ${student}.`
          : 'There were no lessons left.'
  return {
    student: write(
      'student',
      forStudent[news.reason],
      `${refundLine} Lessons you have booked already take place.`,
    ),
    coach: write('coach', forCoach[news.reason], `Booked lessons still take place. ${shareLine}`),
  }
}
