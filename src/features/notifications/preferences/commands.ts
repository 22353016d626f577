import { sql } from 'drizzle-orm'
import { AppError } from '#platform/errors.ts'
import type { NotificationChannel } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import { findNotificationKind, isFixed } from '../notification.ts'
import type { QuietHoursInput } from './schema.ts'

type Writing = Pick<Services, 'db' | 'clock'>

/**
 * Turns a kind of notification on or off on one channel.
 * @throws AppError cannot_be_off for a mail that belongs to a purchase; no_such_kind, and no_such_channel for texts that do not exist
 */
export async function setChoice(
  { db, clock, messageKinds }: Writing & Pick<Services, 'messageKinds'>,
  userId: string,
  choice: { kind: string; channel: NotificationChannel; enabled: boolean },
): Promise<void> {
  const { channel, enabled } = choice
  const kind = findNotificationKind(messageKinds, choice.kind)
  if (!kind) throw new AppError('bad_input', 'no_such_kind', 'There are no notifications of this kind.')
  if (isFixed(kind, channel) && !enabled)
    throw new AppError('conflict', 'cannot_be_off', 'These emails belong to a booking and are always sent.')
  if (channel === 'sms' && kind.setting.texts === 'none')
    throw new AppError('bad_input', 'no_such_channel', 'There are no texts of this kind.')
  await db.execute(sql`
    insert into notification_preferences (user_id, kind, channel, enabled, updated_at)
    values (${userId}, ${kind.id}, ${channel}, ${enabled}, ${new Date(clock.now())})
    on conflict (user_id, kind, channel) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`)
}

/** When texts and push wait, on the person's own wall clock; null for never. */
export async function setQuietHours(
  { db, clock }: Writing,
  userId: string,
  input: QuietHoursInput,
): Promise<void> {
  const { quiet, zone } = input
  await db.execute(sql`
    insert into notification_settings (user_id, time_zone, quiet_from, quiet_until, updated_at)
    values (${userId}, ${zone}, ${quiet?.from ?? null}, ${quiet?.until ?? null}, ${new Date(clock.now())})
    on conflict (user_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, updated_at = excluded.updated_at`)
}
