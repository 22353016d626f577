import { lazyRouteComponent, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isDemoPage } from '#features/prospects/demo.ts'
import { LazyProspectWelcome } from '#features/search/components/role-homes.ts'
import { LazyCoachHome } from '#features/tasks/components/lazy-coach-home.ts'
import type { Actor, PersonName, Role } from '#platform/actor.ts'
import { cn } from '#ui/class-names.ts'
import { LazyAdminHome } from '../back-office/lazy-admin-home.ts'
import { VisitorFooter } from './visitor-footer.tsx'
import { VisitorHeader } from './visitor-header.tsx'

// Loaded only for members, to keep the visitors' bundle small.
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

/** Students and coaches have a sidebar. */
export const hasSidebar = (role: Role) => role === 'student' || role === 'coach'

/** The part of the user that the frame depends on. */
export type Viewer = Pick<Actor, 'role'> & {
  prospect?: PersonName | undefined
  impersonatedBy?: string | undefined
  emailTrouble?: Actor['emailTrouble']
}

/**
 * Loads the components of a user's frame. Must be awaited before the frame is rendered or hydrated; otherwise the page would flash blank or
 * be rendered twice.
 */
export async function preloadFrame(me: Viewer | null): Promise<void> {
  if (!me) return
  const { role } = me
  await Promise.all([
    (hasSidebar(role) ? MemberFrame : role === 'admin' ? AdminFrame : PlainFrame).preload?.(),
    // The onboarding pages of a student have no sidebar.
    role === 'student' ? PlainFrame.preload?.() : null,
    role === 'coach' ? LazyCoachHome.preload?.() : null,
    role === 'admin' ? LazyAdminHome.preload?.() : null,
    role === 'prospect' ? LazyProspectWelcome.preload?.() : null,
    me.prospect ? DemoMode.preload?.() : null,
    me.impersonatedBy ? ActingBanner.preload?.() : null,
    me.emailTrouble ? EmailTroubleBanner.preload?.() : null,
  ])
}

/** The frame around a page, depending on the user. */
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
          // Leaves room for the floating help button below the last line; visitors' pages end with the footer.
          me && '[:root:has([data-help-button])_&]:pb-12',
          // Marks every page on which a prospect sees a demo coach's data.
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

/** Rendered below the page in demos only: neither rendered on the server nor loaded in a real marketplace. */
function DemoClock() {
  const [isDemo, setDemo] = useState(false)
  const { pathname } = useLocation()
  // Loaded before it is rendered: a suspended component would delay React's response to the first click by 300 ms.
  useEffect(() => {
    if ('clockAhead' in document.documentElement.dataset)
      void Promise.resolve(DemoClockBar.preload?.()).then(() => setDemo(true))
  }, [])
  // Conversations use the full height of the window.
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

/** The link for skipping the menu by keyboard. */
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
