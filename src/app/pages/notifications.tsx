import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { CalendarFeed } from '#features/bookings/components/calendar-feed.tsx'
import { feedQuery } from '#features/bookings/components/calendar-feed-query.ts'
import { NotificationList } from '#features/notifications/components/notification-list.tsx'
import {
  notificationListQuery,
  preferencesQuery,
} from '#features/notifications/components/notification-queries.ts'
import { NotificationSettings } from '#features/notifications/components/notification-settings.tsx'
import { countParam } from '#platform/search-params.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** A user's notifications and notification settings. The URL contains the tab. */
export const Route = createFileRoute('/_shell/_signed-in/notifications')({
  validateSearch: (raw: Record<string, unknown>): Choice => ({
    tab: raw.tab === 'settings' ? 'settings' : undefined,
    page: countParam(raw.page, 1, 500),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading =
      deps.tab === 'settings'
        ? Promise.all([queryClient.prefetchQuery(preferencesQuery), queryClient.prefetchQuery(feedQuery)])
        : queryClient.prefetchQuery(notificationListQuery(deps.page ?? 1))
    if (import.meta.env.SSR) await reading
  },
  head: unlistedHead('Notifications'),
  component: NotificationsPage,
})

type Choice = { tab?: 'settings' | undefined; page?: number | undefined }

function NotificationsPage() {
  const { tab, page } = Route.useSearch()
  const isSettings = tab === 'settings'
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader title="Notifications" lead="Your latest notifications, and how you get them." />
      <NavTabs
        label="Notifications"
        className="mt-6 mb-5"
        items={[
          { href: '/notifications', label: 'Latest', current: !isSettings },
          { href: '/notifications?tab=settings', label: 'Settings', current: isSettings },
        ]}
      />
      {isSettings ? (
        <NotificationSettings calendarFeed={<CalendarFeed />} />
      ) : (
        <NotificationList page={page ?? 1} />
      )}
    </main>
  )
}
