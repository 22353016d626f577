import { createFileRoute, Outlet } from '@tanstack/react-router'
import { membersClient } from '#features/members/client.ts'
import { unreadCount } from '#features/messages/components/conversation-queries.ts'
import { hasSidebar, preloadFrame } from './frame.tsx'
import { ShellFrame } from './shell-frame.tsx'

/** The frame of every page but the payment processor's. */
export const Route = createFileRoute('/_shell')({
  // Before anything is drawn, also right after someone signed in: loaders may run behind what is on the screen.
  beforeLoad: ({ context }) => preloadFrame(context.me),
  loader: async ({ context: { me, queryClient } }) => {
    // The server draws the whole frame; in the browser what stands above the menu and beside its entries may follow.
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
