import { sql } from 'drizzle-orm'
import type { NotificationKind } from '#features/notifications/notification.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { calendarVariables } from '../calendar/queries.ts'
import { findLesson } from '../queries.ts'
import type { Lesson } from '../schema.ts'
import { lessonVariables, whyOutdated } from './announcement.ts'

/** A lesson as it is now, for a message about it that is about to leave; or why the message must not go. */
export type Reread =
  | { outdated: string }
  | { outdated: null; lesson: Lesson; as: 'student' | 'coach'; variables: Record<string, string> }

/** @param about what the message was written about */
export async function rereadLesson(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  message: { kind: NotificationKind; userId: string | null },
  about: { bookingId: string; changeNumber: number; start: number },
): Promise<Reread> {
  const lesson = await findLesson(services.db, about.bookingId)
  if (!lesson) return { outdated: 'there is no such lesson' }
  const isReviewed = message.kind === 'review_request' && (await hasReview(services.db, about.bookingId))
  const outdated = whyOutdated(message.kind, { ...lesson, isReviewed }, about, services.clock.now())
  if (outdated) return { outdated }
  const as = message.userId === lesson.instructorId ? 'coach' : 'student'
  const variables = {
    ...lessonVariables(services.env.appUrl, lesson),
    ...calendarVariables(services.env, lesson, as),
  }
  return { outdated: null, lesson, as, variables }
}

async function hasReview(db: Queryable, bookingId: string): Promise<boolean> {
  const found = await db.execute(sql`select 1 from lesson_reviews where booking_id = ${bookingId}`)
  return found.rows.length > 0
}
