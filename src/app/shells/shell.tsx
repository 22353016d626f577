import { createFileRoute, Outlet } from '@tanstack/react-router'
import { FollowSession } from '#features/accounts/components/follow-session.tsx'
import { membersClient } from '#features/members/client.ts'
import { unreadCount } from '#features/messages/components/conversation-queries.ts'
import { HelpButton } from '#features/support/components/help-button.tsx'
import { pageCookies } from '#platform/page-cookies.ts'
import { readSidebarOpen } from '#ui/sidebar-state.ts'
import { Frame, hasSidebar, preloadFrame } from './frame.tsx'
import { NoticeToast } from './notice-toast.tsx'

/** The frame of every page but the payment processor's. */
export const Route = createFileRoute('/_shell')({
  // Before anything is drawn, also right after someone signed in: loaders may run behind what is on the screen.
  beforeLoad: ({ context }) => preloadFrame(context.me?.role ?? null),
  loader: async ({ context: { me, queryClient } }) => {
    // The server draws the whole frame; in the browser what stands above the menu and beside its entries may follow.
    if (me && hasSidebar(me.role)) {
      const reading = Promise.all([
        queryClient.prefetchQuery(membersClient.standing.queryOptions()),
        queryClient.prefetchQuery(unreadCount()),
      ])
      if (import.meta.env.SSR) await reading
    }
    return { isSidebarOpen: readSidebarOpen(pageCookies()) }
  },
  component: Shell,
})

function Shell() {
  const { me } = Route.useRouteContext()
  const { isSidebarOpen } = Route.useLoaderData()
  return (
    <Frame me={me} isSidebarOpen={isSidebarOpen}>
      <Outlet />
      <NoticeToast />
      <HelpButton me={me} />
      <FollowSession me={me} />
    </Frame>
  )
}
