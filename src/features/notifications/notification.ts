import type { Role } from '#platform/actor.ts'
import type { MessageKind, NotificationChannel, NotificationKind } from '#platform/message-kind.ts'

/** Which notifications people get, and over which channels. Pure. */

/** True for what people find in their list and can choose about. */
export const isNotification = (kind: MessageKind): kind is NotificationKind => kind.setting !== null

/** The kind of a name that people can choose about. */
export const findNotificationKind = (
  kinds: readonly MessageKind[],
  id: string | undefined,
): NotificationKind | undefined => kinds.filter(isNotification).find((kind) => kind.id === id)

/** What somebody chose, where it differs from what the product does by itself: `message:email` → false. */
export type ChannelPreferences = ReadonlyMap<string, boolean>

export const preferenceKey = (kindId: string, channel: NotificationChannel) => `${kindId}:${channel}`

/** True when a kind cannot be turned off on a channel. */
export const isFixed = ({ setting }: NotificationKind, channel: NotificationChannel) =>
  channel === 'email' && setting.isTransactional

/** What the product does for those who chose nothing. Texts and push also need a number or a browser that said yes. */
const isOnByDefault = ({ setting }: NotificationKind, channel: NotificationChannel) =>
  channel !== 'sms' || setting.texts === 'on'

/** Whether a person wants a kind over a channel. */
export function wants(
  preferences: ChannelPreferences,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  if (isFixed(kind, channel)) return true
  if (channel === 'sms' && kind.setting.texts === 'none') return false
  return preferences.get(preferenceKey(kind.id, channel)) ?? isOnByDefault(kind, channel)
}

/** The kinds that people of a role ever get, in the order of the settings. */
export const kindsFor = (kinds: readonly MessageKind[], role: Role): NotificationKind[] =>
  kinds.filter(isNotification).filter(({ setting: { audience } }) => {
    return (
      audience === 'everybody' || role === 'admin' || audience === (role === 'coach' ? 'coach' : 'student')
    )
  })

/** How many `GET /notifications` gives at once. */
export const NOTIFICATIONS_PER_PAGE = 20
