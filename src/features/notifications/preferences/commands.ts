import { AppError } from '#platform/errors.ts'
import type { NotificationChannel } from '#platform/message-kind.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { findNotificationKind, isFixed } from '../notification.ts'
import { notificationPreferences, notificationSettings } from '../tables.ts'
import type { QuietHoursInput } from './schema.ts'

type Writing = Pick<Services, 'db' | 'clock'>

/**
 * Turns a kind of notification on or off on one channel. Turning off any email also ends newsletters.
 * @throws AppError cannot_be_off for a transactional email; no_such_kind; no_such_channel for texts that do
 *   not exist
 */
export async function setChoice(
  services: Pick<Services, 'db' | 'messageKinds'> & TransactionServices,
  userId: string,
  choice: { kind: string; channel: NotificationChannel; enabled: boolean },
): Promise<void> {
  const { db, clock, messageKinds } = services
  const { channel, enabled } = choice
  const kind = findNotificationKind(messageKinds, choice.kind)
  if (!kind) throw new AppError('bad_input', 'no_such_kind', 'There are no notifications of this kind.')
  if (isFixed(kind, channel) && !enabled)
    throw new AppError('conflict', 'cannot_be_off', 'These emails belong to a booking and are always sent.')
  if (channel === 'sms' && kind.setting.texts === 'none')
    throw new AppError('bad_input', 'no_such_channel', 'There are no texts of this kind.')
  const { userId: person, kind: ofKind, channel: on } = notificationPreferences
  const chosen = { enabled, updatedAt: clock.now() }
  await db.transaction(async (tx) => {
    await tx
      .insert(notificationPreferences)
      .values({ userId, kind: kind.id, channel, ...chosen })
      .onConflictDoUpdate({ target: [person, ofKind, on], set: chosen })
    if (channel === 'email' && !enabled) await publish(services, tx, 'emails_declined', { userId })
  })
}

/** Sets the hours during which texts and push are delayed, in the person's local time; null for never. */
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
