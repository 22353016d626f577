import { lazyRouteComponent, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isDemoPage } from '#features/prospects/demo.ts'
import { ProspectWelcome } from '#features/search/components/role-homes.ts'
import { LazyCoachHome } from '#features/tasks/components/lazy-coach-home.ts'
import type { Actor, PersonName, Role } from '#platform/actor.ts'
import { cn } from '#ui/class-names.ts'
import { LazyAdminHome } from '../back-office/lazy-admin-home.ts'
import { VisitorFooter } from './visitor-footer.tsx'
import { VisitorHeader } from './visitor-header.tsx'

// Visitors come first: what only members need is fetched when there is a member.
const MemberFrame = lazyRouteComponent(() => import('./member-frame.tsx'), 'MemberFrame')
const AdminFrame = lazyRouteComponent(() => import('./admin-frame.tsx'), 'AdminFrame')
const DemoMode = lazyRouteComponent(() => import('./demo-mode.tsx'), 'DemoMode')
const ActingBanner = lazyRouteComponent(
  () => import('#features/accounts/impersonation/acting-banner.tsx'),
  'ActingBanner',
)
const EmailTroubleBanner = lazyRouteComponent(
  () => import('#features/accounts/components/email-trouble-banner.tsx'),
  'EmailTroubleBanner',
)
const DemoClockBar = lazyRouteComponent(() => import('./demo-clock-bar.tsx'), 'DemoClockBar')
const PlainFrame = lazyRouteComponent(() => import('./plain-frame.tsx'), 'PlainFrame')

/** Students and coaches have a menu at the side. */
export const hasSidebar = (role: Role) => role === 'student' || role === 'coach'

/** Who looks, as far as the frame depends on it. */
export type Viewer = Pick<Actor, 'role'> & {
  prospect?: PersonName | undefined
  impersonatedBy?: string | undefined
  emailTrouble?: Actor['emailTrouble']
}

/**
 * Fetches what the frame of a viewer is made of. Must be awaited before the frame is drawn or hydrated: a frame that
 * arrives late would blank the page, or be drawn twice.
 */
export async function preloadFrame(me: Viewer | null): Promise<void> {
  if (!me) return
  const { role } = me
  await Promise.all([
    (hasSidebar(role) ? MemberFrame : role === 'admin' ? AdminFrame : PlainFrame).preload?.(),
    // A student who becomes a coach has no student's menu at the side.
    role === 'student' ? PlainFrame.preload?.() : null,
    role === 'coach' ? LazyCoachHome.preload?.() : null,
    role === 'admin' ? LazyAdminHome.preload?.() : null,
    role === 'prospect' ? ProspectWelcome.preload?.() : null,
    me.prospect ? DemoMode.preload?.() : null,
    me.impersonatedBy ? ActingBanner.preload?.() : null,
    me.emailTrouble ? EmailTroubleBanner.preload?.() : null,
  ])
}

/** The frame around a page, by who looks at it. */
export function Frame({
  me,
  isSidebarOpen,
  children,
}: {
  me: Actor | null
  isSidebarOpen: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const prospect = me?.prospect
  const page = (
    <>
      {me && prospect ? <DemoMode me={{ ...me, prospect }} /> : null}
      {me?.emailTrouble ? <EmailTroubleBanner me={{ ...me, emailTrouble: me.emailTrouble }} /> : null}
      <div
        id="content"
        tabIndex={-1}
        data-demo-page={prospect && isDemoPage(pathname) ? '' : undefined}
        className={cn(
          'flex-1 focus-visible:outline-none',
          // The last line can be read beside the floating help; a visitor's page ends in the footer.
          me && '[:root:has([data-help-button])_&]:pb-12',
          // What a prospect sees of somebody else's is marked as such, whatever page it is.
          'data-demo-page:border-2 data-demo-page:border-accent',
        )}
      >
        {children}
        {me ? <DemoClock /> : null}
      </div>
    </>
  )
  return (
    <>
      <SkipLink />
      {me?.impersonatedBy ? <ActingBanner me={me} /> : null}
      {!me ? (
        <VisitorFrame>{page}</VisitorFrame>
      ) : hasSidebar(me.role) && !(me.role === 'student' && pathname === '/instructor-onboarding') ? (
        <MemberFrame me={me} isSidebarOpen={isSidebarOpen}>
          {page}
        </MemberFrame>
      ) : me.role === 'admin' ? (
        <AdminFrame me={me}>{page}</AdminFrame>
      ) : (
        <PlainFrame me={me}>{page}</PlainFrame>
      )}
    </>
  )
}

/** Below the page, in a demo only: nothing of it is drawn by the server, or fetched in a real marketplace. */
function DemoClock() {
  const [isDemo, setDemo] = useState(false)
  const { pathname } = useLocation()
  // Fetched before it is drawn: while React waits for a part, it holds back the page's first answer to a click for 300 ms.
  useEffect(() => {
    if ('clockAhead' in document.documentElement.dataset)
      void Promise.resolve(DemoClockBar.preload?.()).then(() => setDemo(true))
  }, [])
  // A conversation fills the window to its last line.
  return isDemo && !/^\/(inbox|compose)/.test(pathname) ? <DemoClockBar /> : null
}

function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <div className="theme-app flex min-h-svh flex-col">
      <VisitorHeader />
      {children}
      <VisitorFooter />
    </div>
  )
}

/** The keyboard's way past the menu. */
function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-control bg-brand px-4 py-2.5 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}
