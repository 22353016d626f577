import { createContext, type ReactNode, useContext } from 'react'
import { FollowSession } from '#features/accounts/components/follow-session.tsx'
import { BookingDialogHost } from '#features/instant-book/components/booking-dialog-host.tsx'
import { HelpButton } from '#features/support/components/help-button.tsx'
import type { Actor } from '#platform/actor.ts'
import { pageCookies } from '#platform/page-cookies.ts'
import { readSidebarOpen } from '#ui/sidebar-state.ts'
import { Frame } from './frame.tsx'
import { NoticeToast } from './notice-toast.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const InShell = createContext(false)

/** Whether the component is already rendered inside a page's frame. */
export const useIsInShell = () => useContext(InShell)

/**
 * The user's complete frame: menu, notices, help and the session watcher. It takes the user as a property instead of from a route, so that
 * it also works for errors and unknown URLs.
 */
export function ShellFrame({ me, children }: { me: Actor | null; children: ReactNode }) {
  return (
    <InShell value={true}>
      <Frame me={me} isSidebarOpen={readSidebarOpen(pageCookies())}>
        {children}
        <BookingDialogHost me={me} />
        <NoticeToast />
        <OfflineNotice />
        <HelpButton me={me?.prospect ?? me} isInHeader={me?.role === 'coach' || me?.role === 'admin'} />
        <FollowSession me={me} />
      </Frame>
    </InShell>
  )
}
