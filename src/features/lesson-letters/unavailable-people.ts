import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { type NotifyServices, notifyParties } from './emails.ts'
import { inQuestionForCoach, inQuestionForStudent } from './unavailable-letters.ts'

/**
 * Notifies everyone who has future lessons with a suspended user that these stay booked for now. Does nothing
 * when the lessons are canceled, because each cancellation sends its own letter.
 */
export async function notifyOfKeptLessons(
  services: NotifyServices,
  tx: Queryable,
  { userId, promises, at }: AccountEvents['account_suspended'],
): Promise<void> {
  if (promises === 'keep') await tellOthers(services, tx, { userId, at, isOpen: false })
}

/** Notifies the same people that these lessons take place. */
export async function notifyThatLessonsTakePlace(
  services: NotifyServices,
  tx: Queryable,
  { userId, at }: AccountEvents['suspension_lifted'],
): Promise<void> {
  await tellOthers(services, tx, { userId, at, isOpen: true })
}

/** Sends one letter to each person, about the next of their lessons. */
async function tellOthers(
  services: NotifyServices,
  tx: Queryable,
  { userId, at, isOpen }: { userId: string; at: number; isOpen: boolean },
): Promise<void> {
  const coming = await tx
    .select({ id: bookings.id, coachId: bookings.instructorId, studentId: bookings.studentId })
    .from(bookings)
    .where(
      and(
        or(eq(bookings.instructorId, userId), eq(bookings.studentId, userId)),
        eq(bookings.status, 'confirmed'),
        gt(bookings.lessonDate, at),
      ),
    )
    .orderBy(asc(bookings.lessonDate), asc(bookings.id))
  const byPerson = Map.groupBy(coming, ({ coachId, studentId }) => (coachId === userId ? studentId : coachId))
  for (const [personId, lessons] of byPerson) {
    const [next] = lessons
    if (!next) continue
    const write = personId === next.studentId ? inQuestionForStudent : inQuestionForCoach
    await notifyParties(services, tx, next.id, (found) => ({
      letters: [write(found, { isOpen, lessons: lessons.length })],
      occasion: `${isOpen ? 'lifted' : 'suspended'}:${at}`,
      isHistory: isOpen,
    }))
  }
}
