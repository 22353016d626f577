import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { lessonsLeftText, type PackageEndReason } from './package.ts'

/** Tells the student that money for lessons of a package that were never taken is on its way back. Once each time. */
export async function announcePackageRefund(
  services: Pick<Services, 'jobs' | 'clock' | 'env'>,
  tx: Queryable,
  packageId: string,
  { cents, total }: { cents: Cents; total: Cents },
): Promise<void> {
  const found = await tx.execute<{
    student_id: string
    student_name: string
    coach_name: string | null
    lesson_title: string
    lessons_total: number
    price_cents: number
  }>(sql`
    select k.student_id, s.full_name as student_name, coalesce(c.display_name, cp.full_name) as coach_name, k.lesson_title,
      k.lessons_total, k.price_cents
    from lesson_packages k join instructor_profiles c on c.user_id = k.instructor_id
    join profiles cp on cp.id = k.instructor_id join profiles s on s.id = k.student_id where k.id = ${packageId}`)
  const row = found.rows[0]
  if (!row) return
  const coach = coachLabel(row.coach_name)
  const refund = formatMoney(cents)
  await notifyUser(services, tx, {
    userId: row.student_id,
    kind: 'refund',
    businessKey: `package:${packageId}:${total}`,
    title: `${refund} is on its way back to you`,
    body: `From your package with ${coach}: ${row.lesson_title}`,
    href: '/lessons',
    email: {
      templateKey: 'package-refunded-student',
      variables: {
        student_name: row.student_name,
        coach_name: coach,
        lesson_title: row.lesson_title,
        lessons: `${row.lessons_total} lessons`,
        refund,
        price: formatMoney(row.price_cents),
        package_url: `${services.env.appUrl}/lessons`,
      },
    },
  })
}

type News =
  | { news: 'ended'; reason: PackageEndReason; refundCents: Cents; restCents: Cents }
  | { news: 'reminder' }

/** Tells the student, and the coach when a package ended, in the transaction that gave reason to. */
export async function announcePackage(
  services: Pick<Services, 'jobs' | 'clock' | 'env'>,
  tx: Queryable,
  packageId: string,
  news: News,
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
  const coach = coachLabel(row.coach_name)
  const until = formatMoment(Math.round(Number(row.expires)), row.zone)
  const toStudent =
    news.news === 'reminder'
      ? {
          title: `${lessonsLeftText(row.available, row.lessons_total)} with ${coach}`,
          body: `They can be taken until ${until}.`,
        }
      : {
          title: `Your package with ${coach} has ended`,
          body:
            news.refundCents > 0
              ? `${formatMoney(news.refundCents)} for lessons not taken goes back to the card it was paid with.`
              : 'Nothing is left to give back.',
        }
  const tell = (to: 'student' | 'coach', words: { title: string; body: string }) =>
    notifyUser(services, tx, {
      userId: to === 'student' ? row.student_id : row.instructor_id,
      kind: 'proposal',
      businessKey: `package:${packageId}:${news.news}`,
      ...words,
      href: to === 'student' ? '/lessons' : '/proposals?tab=scheduled',
      email: {
        templateKey: `package-news-${to}`,
        variables: {
          headline: words.title,
          message: words.body,
          student_name: row.student_name,
          coach_name: coach,
          lesson_title: row.lesson_title,
          package_url: `${services.env.appUrl}${to === 'student' ? '/lessons' : '/proposals'}`,
        },
      },
    })
  await tell('student', toStudent)
  if (news.news === 'ended')
    await tell('coach', {
      title: `The package of ${row.student_name} has ended: ${row.lesson_title}`,
      body: `Lessons that are booked already take place. ${
        news.restCents > 0
          ? `Your share of what was kept for the others is ${formatMoney(news.restCents)}; Earnings & Payouts says when it is sent.`
          : 'Nothing was kept for the others.'
      }`,
    })
}
