import { createFileRoute, Outlet } from '@tanstack/react-router'
import { membersClient } from '#features/members/client.ts'
import { unreadCount } from '#features/messages/components/conversation-queries.ts'
import { hasSidebar, preloadFrame } from './frame.tsx'
import { ShellFrame } from './shell-frame.tsx'

/** The frame of every page except the payment processor's. */
export const Route = createFileRoute('/_shell')({
  // Must finish before rendering, also right after sign-in; loaders may run in the background.
  beforeLoad: ({ context }) => preloadFrame(context.me),
  loader: async ({ context: { me, queryClient } }) => {
    // The server renders the whole frame. In the browser, the summary above the menu and the counts in it may load later.
    if (!me || !hasSidebar(me.role)) return
    const reading = Promise.all([
      queryClient.prefetchQuery(membersClient.summary.queryOptions()),
      queryClient.prefetchQuery(unreadCount()),
    ])
    if (import.meta.env.SSR) await reading
  },
  component: Shell,
})

function Shell() {
  const { me } = Route.useRouteContext()
  return (
    <ShellFrame me={me}>
      <Outlet />
    </ShellFrame>
  )
}
