import type { QueryClient } from '@tanstack/react-query'
import { notificationsClient } from '../client.ts'

/** The unread count and the newest notifications. */
export const unreadQuery = notificationsClient.unread.queryOptions({ staleTime: 30_000 })

export const notificationListQuery = (page: number) =>
  notificationsClient.list.queryOptions({ input: { page }, staleTime: 0 })

export const preferencesQuery = notificationsClient.preferences.queryOptions({ staleTime: 0 })

/** Refetches after a notification was added or read. */
export async function refreshNotifications(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: notificationsClient.unread.key() }),
    queryClient.invalidateQueries({ queryKey: notificationsClient.list.key() }),
  ])
}

/**
 * Marks some or all notifications as read and updates the display. Failures are ignored because they have no
 * serious effect.
 */
export async function markAsRead(
  queryClient: QueryClient,
  which: { ids: string[] } | { all: true },
): Promise<boolean> {
  try {
    await notificationsClient.markRead.call(which)
    return true
  } catch {
    return false
  } finally {
    await refreshNotifications(queryClient)
  }
}
