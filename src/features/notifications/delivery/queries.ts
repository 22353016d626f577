import { sql } from 'drizzle-orm'
import { rereadLesson } from '#features/bookings/announcements/queries.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import type { Services } from '#ports/services.ts'
import { readChoices } from '../choices/queries.ts'
import type { AboutLesson } from '../jobs.ts'
import { type NotificationChannel, type NotificationKind, wants } from '../notification.ts'

/** What is true a moment before a message leaves; `why` says that it must not. */
export type Checked =
  | { why: string }
  | {
      why: null
      /** What a message about a lesson can name, read just now. */
      variables: Record<string, string>
      lesson: { lesson: Lesson; as: 'student' | 'coach' } | null
    }

/** Asks once more: does this person still want it, and is it still true? */
export async function checkBeforeSending(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  channel: NotificationChannel,
  message: {
    userId: string | null
    kind?: NotificationKind | undefined
    about?: AboutLesson | undefined
  },
): Promise<Checked> {
  const { kind, userId, about } = message
  if (!kind || !userId) return { why: null, variables: {}, lesson: null }
  const open = await services.db.execute(
    sql`select 1 from profiles where id = ${userId} and closed_at is null and suspended_at is null`,
  )
  if (open.rows.length === 0) return { why: 'the account is closed' }
  if (!wants(await readChoices(services.db, userId), kind, channel)) return { why: 'not wanted any more' }
  if (!about) return { why: null, variables: {}, lesson: null }
  const read = await rereadLesson(services, { kind, userId }, about)
  if (read.outdated !== null) return { why: read.outdated }
  return { why: null, variables: read.variables, lesson: { lesson: read.lesson, as: read.as } }
}
