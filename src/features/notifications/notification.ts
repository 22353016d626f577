import type { Role } from '#platform/actor.ts'
import type { MessageKind, NotificationChannel, NotificationKind } from '#platform/message-kind.ts'

/** Determines which notifications people get over which channels. Pure. */

/** True for kinds that appear in the in-app list and in the settings. */
export const isNotification = (kind: MessageKind): kind is NotificationKind => kind.setting !== null

/** Finds a notification kind by id. */
export const findNotificationKind = (
  kinds: readonly MessageKind[],
  id: string | undefined,
): NotificationKind | undefined => kinds.filter(isNotification).find((kind) => kind.id === id)

/** A person's choices where they differ from the defaults: `message:email` → false. */
export type ChannelPreferences = ReadonlyMap<string, boolean>

export const preferenceKey = (kindId: string, channel: NotificationChannel) => `${kindId}:${channel}`

/** True if a kind cannot be turned off on a channel. */
export const isFixed = ({ setting }: NotificationKind, channel: NotificationChannel) =>
  channel === 'email' && setting.isTransactional

/** The default. Texts and push also require consent or a subscribed browser. */
const isOnByDefault = ({ setting }: NotificationKind, channel: NotificationChannel) =>
  channel !== 'sms' || setting.texts === 'on'

/** Whether a person wants a kind on a channel. */
export function wants(
  preferences: ChannelPreferences,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  if (isFixed(kind, channel)) return true
  if (channel === 'sms' && kind.setting.texts === 'none') return false
  return preferences.get(preferenceKey(kind.id, channel)) ?? isOnByDefault(kind, channel)
}

/** The kinds available to a role, in the order of the settings. */
export const kindsFor = (kinds: readonly MessageKind[], role: Role): NotificationKind[] =>
  kinds.filter(isNotification).filter(({ setting: { audience } }) => {
    return (
      audience === 'everybody' || role === 'admin' || audience === (role === 'coach' ? 'coach' : 'student')
    )
  })

/** The page size of `GET /notifications`. */
export const NOTIFICATIONS_PER_PAGE = 20
