import { AppError } from '#platform/errors.ts'
import type { NotificationChannel } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import { findNotificationKind, isFixed } from '../notification.ts'
import { notificationPreferences, notificationSettings } from '../tables.ts'
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
  const { userId: person, kind: ofKind, channel: on } = notificationPreferences
  const chosen = { enabled, updatedAt: clock.now() }
  await db
    .insert(notificationPreferences)
    .values({ userId, kind: kind.id, channel, ...chosen })
    .onConflictDoUpdate({ target: [person, ofKind, on], set: chosen })
}

/** When texts and push wait, on the person's own wall clock; null for never. */
export async function setQuietHours(
  { db, clock }: Writing,
  userId: string,
  input: QuietHoursInput,
): Promise<void> {
  const { quiet, zone } = input
  const settings = {
    timeZone: zone,
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    updatedAt: clock.now(),
  }
  await db
    .insert(notificationSettings)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: settings })
}
