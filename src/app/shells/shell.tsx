import { createFileRoute, Outlet } from '@tanstack/react-router'
import { pageCookies } from '#platform/page-cookies.ts'
import { readSidebarOpen } from '#ui/sidebar-state.ts'
import { Frame, preloadFrame } from './frame.tsx'
import { NoticeToast } from './notice-toast.tsx'

/** The frame of every page but the payment processor's. */
export const Route = createFileRoute('/_shell')({
  // Before anything is drawn, also right after someone signed in: loaders may run behind what is on the screen.
  beforeLoad: ({ context }) => preloadFrame(context.me?.role ?? null),
  loader: () => ({ isSidebarOpen: readSidebarOpen(pageCookies()) }),
  component: Shell,
})

function Shell() {
  const { me } = Route.useRouteContext()
  const { isSidebarOpen } = Route.useLoaderData()
  return (
    <Frame me={me} isSidebarOpen={isSidebarOpen}>
      <Outlet />
      <NoticeToast />
    </Frame>
  )
}
