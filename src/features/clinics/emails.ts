import { eq } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { formatLesson } from '#platform/time.ts'
import type { TransactionServices } from '#ports/services.ts'
import { clinicCancelledCoach, clinicCancelledKind } from './letters.ts'
import type { FoundClinic } from './queries.ts'

const CLINICS_PATH = '/your-clinics'

/**
 * Notifies a coach once that a clinic does not take place, and what becomes of its seats. A coach who cancelled it is notified in the app
 * only. Its students are notified of their seats by `seats_cancelled`.
 */
export async function notifyClinicCancelled(
  services: Pick<TransactionServices, 'jobs' | 'clock' | 'env' | 'answers'>,
  tx: Queryable,
  { clinic, dates, sold }: FoundClinic,
  because: 'coach' | 'minimum',
): Promise<void> {
  const [coach] = await tx
    .select({ name: instructorProfiles.displayName })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, clinic.instructorId))
  const when = dates.map(({ start, end }) => formatLesson(start, (end - start) / MINUTE, clinic.timeZone))
  const refund =
    sold === 0
      ? 'No seats were sold.'
      : sold === 1
        ? 'The seat that was sold is refunded in full.'
        : `The ${sold} seats that were sold are refunded in full.`
  const minimum = `${sold} of the ${clinic.minimum} people it needs signed up, so it was cancelled.`
  await notifyUser(services, tx, {
    userId: clinic.instructorId,
    kind: clinicCancelledKind,
    businessKey: clinic.id,
    title: because === 'coach' ? `You cancelled ${clinic.title}` : `${clinic.title} does not take place`,
    body: because === 'coach' ? `${when[0] ?? ''}. ${refund}` : `${minimum} ${refund}`,
    href: CLINICS_PATH,
    email: fillIn(clinicCancelledCoach, {
      coach_name: coachLabel(coach?.name),
      lesson_title: clinic.title,
      dates: when.join('; '),
      place: clinic.locationName,
      seats_line: `${minimum} ${
        sold === 0
          ? 'No seats were sold.'
          : `${sold === 1 ? 'That person gets' : 'Each of them gets'} a full refund, and a letter from us.`
      }`,
      clinics_url: services.env.appUrl + CLINICS_PATH,
    }),
    isOwnAct: because === 'coach',
    about: { what: 'clinic', clinicId: clinic.id },
  })
}
