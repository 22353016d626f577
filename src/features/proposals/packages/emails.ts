import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { refundArrives } from '#features/lesson-letters/letter-words.ts'
import { refundKind } from '#features/lesson-letters/notification-kinds.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { packageNewsCoach, packageNewsStudent, packageRefundedStudent, proposalKind } from '../letters.ts'
import { lessonsLeftText, type PackageEndReason } from './package.ts'

/** What happened to a package that somebody should hear of. */
export type PackageNews =
  | { news: 'ended'; reason: PackageEndReason; refundCents: Cents; shareCents: Cents }
  | { news: 'reminder' }

/** What messages about a package can name. Instants in milliseconds since 1970, UTC. */
export interface PackageFacts {
  coachLabel: string
  studentName: string
  title: string
  lessons: number
  available: number
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
 * Tells the student that a part of what a package cost is on its way back, which no other letter has told of. Once each time.
 * @param refund.total all that went back of its payment so far: names this letter
 */
export async function announcePackageRefund(
  services: Pick<Services, 'jobs' | 'clock' | 'env'>,
  tx: Queryable,
  packageId: string,
  refund: { cents: Cents; total: Cents },
): Promise<void> {
  const found = await tx.execute<{
    student_id: string
    student_name: string
    coach_name: string | null
    lesson_title: string
    lessons_total: number
    price_cents: number
    zone: string
  }>(sql`
    select k.student_id, s.full_name as student_name, coalesce(c.display_name, cp.full_name) as coach_name, k.lesson_title,
      k.lessons_total, k.price_cents, c.time_zone as zone
    from lesson_packages k join instructor_profiles c on c.user_id = k.instructor_id
    join profiles cp on cp.id = k.instructor_id join profiles s on s.id = k.student_id where k.id = ${packageId}`)
  const row = found.rows[0]
  if (!row) return
  const told = {
    coachLabel: coachLabel(row.coach_name),
    studentName: row.student_name,
    title: row.lesson_title,
    lessons: row.lessons_total,
    zone: row.zone,
    now: services.clock.now(),
  }
  await notifyUser(services, tx, {
    userId: row.student_id,
    kind: refundKind,
    businessKey: `package:${packageId}:${refund.total}`,
    title: `Your refund of ${formatMoney(refund.cents)} is on its way`,
    body: `From your package with ${told.coachLabel}: ${row.lesson_title}`,
    href: '/lessons',
    email: packageRefundLetter(services.env.appUrl, told, {
      cents: refund.cents,
      priceCents: row.price_cents,
    }),
    about: { what: 'account' },
  })
}

/** The letter itself. The same facts give the same words. */
export const packageRefundLetter = (
  appUrl: string,
  told: Omit<PackageFacts, 'available' | 'expiresAt'>,
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

/** Tells the student, and the coach when a package ended, in the transaction that gave reason to. */
export async function announcePackage(
  services: Pick<Services, 'jobs' | 'clock' | 'env'>,
  tx: Queryable,
  packageId: string,
  news: PackageNews,
): Promise<void> {
  const found = await tx.execute<{
    instructor_id: string
    student_id: string
    coach_name: string | null
    student_name: string
    lesson_title: string
    lessons_total: number
    available: number
    zone: string
    expires: string
  }>(sql`
    select k.instructor_id, k.student_id, coalesce(c.display_name, cp.full_name) as coach_name, s.full_name as student_name,
      k.lesson_title, k.lessons_total, c.time_zone as zone, extract(epoch from k.expires_at) * 1000 as expires,
      (select count(*)::int from lesson_credits r where r.package_id = k.id and r.status = 'available') as available
    from lesson_packages k join instructor_profiles c on c.user_id = k.instructor_id
    join profiles cp on cp.id = k.instructor_id join profiles s on s.id = k.student_id where k.id = ${packageId}`)
  const row = found.rows[0]
  if (!row) return
  const told: PackageFacts = {
    coachLabel: coachLabel(row.coach_name),
    studentName: row.student_name,
    title: row.lesson_title,
    lessons: row.lessons_total,
    available: row.available,
    zone: row.zone,
    expiresAt: Math.round(Number(row.expires)),
    now: services.clock.now(),
  }
  const { student, coach } = packageLetters(services.env.appUrl, told, news)
  const tell = (userId: string, { title, body, href, letter }: PackageLetter) =>
    notifyUser(services, tx, {
      userId,
      kind: proposalKind,
      businessKey: `package:${packageId}:${news.news}`,
      title,
      body,
      href,
      email: letter,
      about: { what: 'package', packageId, news: news.news },
    })
  await tell(row.student_id, student)
  if (coach) await tell(row.instructor_id, coach)
}

/** What student and coach read about a package; the coach hears of its end alone. The same facts give the same words. */
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
    const words = `Book them by ${formatMoment(told.expiresAt, zone)}.`
    return { student: write('student', `${left} with ${coach}`, words), coach: null }
  }
  const refund = formatMoney(news.refundCents)
  const forStudent: Record<PackageEndReason, string> = {
    student: `You ended your package with ${coach}`,
    coach: `${coach} ended your package`,
    admin: `Greenside ended your package with ${coach}`,
    expired: `Your package with ${coach} has expired`,
  }
  const forCoach: Record<PackageEndReason, string> = {
    student: `${student} ended the package: ${title}`,
    coach: `You ended the package of ${student}: ${title}`,
    admin: `Greenside ended the package of ${student}: ${title}`,
    expired: `The package of ${student} has expired: ${title}`,
  }
  const refundLine =
    news.refundCents > 0
      ? `We refund ${refund} for the lessons not taken to the card you paid with. It should be there by ${refundArrives(told.now, zone)}.`
      : 'There were no lessons left to refund.'
  const shareLine =
    news.shareCents > 0
      ? `Your share of what was not refunded is ${formatMoney(news.shareCents)}. We send it to your bank account.`
      : news.refundCents > 0
        ? 'The lessons not taken are refunded in full, so there is no share for them.'
        : 'There were no lessons left.'
  return {
    student: write(
      'student',
      forStudent[news.reason],
      `${refundLine} Lessons you have booked already take place.`,
    ),
    coach: write('coach', forCoach[news.reason], `Lessons that are booked already take place. ${shareLine}`),
  }
}
