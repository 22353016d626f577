import { createFileRoute, Outlet } from '@tanstack/react-router'
import { pageCookies } from '#platform/page-cookies.ts'
import { readSidebarOpen } from '#ui/sidebar-state.ts'
import { Frame } from './frame.tsx'
import { NoticeToast } from './notice-toast.tsx'

/** The frame of every page but the payment processor's. */
export const Route = createFileRoute('/_shell')({
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
