import { useNavigate, useSearch } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { FollowSession } from '#features/accounts/components/follow-session.tsx'
import { BookingDialogHost } from '#features/instant-book/components/booking-dialog-host.tsx'
import { HelpButton } from '#features/support/components/help-button.tsx'
import type { Actor } from '#platform/actor.ts'
import { useOffline } from '#platform/connection.ts'
import { readSidebarOpen } from '#ui/sidebar-state.ts'
import { toast } from '#ui/toast.tsx'
import { Frame } from './frame.tsx'

const InShell = createContext(false)

/** Whether the component is already rendered inside a page's frame. */
export const useIsInShell = () => useContext(InShell)

/**
 * The user's complete frame: menu, notices, help and the session watcher. It takes the user as a property instead of from a route, so that
 * it also works for errors and unknown URLs.
 */
export function ShellFrame({
  me,
  isError,
  children,
}: {
  me: Actor | null
  /** Leaves out the booking dialog that the address opens, because it may be what failed. */
  isError?: boolean
  children: ReactNode
}) {
  return (
    <InShell value={true}>
      <Frame me={me} isSidebarOpen={readSidebarOpen(pageCookies())}>
        {children}
        {isError ? null : <BookingDialogHost me={me} />}
        <NoticeToast />
        <OfflineNotice />
        <HelpButton me={me?.prospect ?? me} isInHeader={me?.role === 'coach' || me?.role === 'admin'} />
        <FollowSession me={me} />
      </Frame>
    </InShell>
  )
}

/** The cookies of the page request as one header; in the browser, the cookies that scripts can read. */
const pageCookies = createIsomorphicFn()
  .server(() => getRequestHeader('cookie') ?? '')
  .client(() => document.cookie)

const notices: Record<string, string> = {
  'admins-stay-out': 'Admin users cannot access this page. Redirecting to admin dashboard',
}

/** Says why someone was sent here, once: the reason leaves the address as it is said. */
function NoticeToast() {
  const { notice } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => {
    const text = notice === undefined ? undefined : notices[notice]
    if (!text) return
    toast.error(text)
    void navigate({ to: '.', search: (now) => ({ ...now, notice: undefined }), replace: true })
  }, [notice, navigate])
  return null
}

/** Says that the browser is offline, for as long as it is: in one narrow line above the header of a phone, below the page elsewhere. */
function OfflineNotice() {
  const isOffline = useOffline()
  return (
    <div
      role="status"
      data-no-print
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center sm:top-auto sm:bottom-0"
    >
      {isOffline ? (
        <p className="rounded-control bg-ink px-3 py-1 text-xs font-medium text-surface shadow-float sm:mb-4 sm:text-sm">
          You're offline. This page updates when you're back online.
        </p>
      ) : null}
    </div>
  )
}
