import type { Queryable } from '#platform/db.ts'
import { formatLesson } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type { CancelParty } from '../cancellation/cancellation.ts'
import { tellPeople } from '../payment/emails.ts'
import { findLesson } from '../queries.ts'

const movedBy: Record<CancelParty, string> = {
  student: 'The student moved it.',
  coach: 'The coach moved it.',
  admin: 'Greenside moved it.',
}

/** Tells both sides the new time, beside the old one. Once for each move. @param moved.from milliseconds since 1970, UTC */
export async function announceMoved(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
  moved: { by: CancelParty; from: number },
): Promise<void> {
  const lesson = await findLesson(tx, bookingId)
  if (!lesson) return
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'booking-rescheduled-student', coach: 'booking-rescheduled-coach' },
    variables: {
      lesson_was: formatLesson(moved.from, lesson.durationMinutes, lesson.zone),
      moved_by: movedBy[moved.by],
      if_it_does_not_suit:
        moved.by === 'student'
          ? 'If it no longer suits you, cancel or move the lesson on its page.'
          : 'If it does not suit you, cancel it until it begins and all of the price comes back.',
    },
    occasion: String(lesson.changeNumber),
    bySms: true,
  })
}
