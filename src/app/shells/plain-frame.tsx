import { Link, useLocation } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTabOwner } from '#features/accounts/components/tab-storage.ts'
import { Bell } from '#features/notifications/components/bell.tsx'
import type { Actor } from '#platform/actor.ts'
import { Button } from '#ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Wordmark } from './logo.tsx'
import { signOut } from './sign-out.ts'

/** A header and nothing else, for people without an area of their own here. */
export function PlainFrame({
  me,
  children,
}: {
  me: Pick<Actor, 'userId' | 'fullName' | 'email' | 'impersonatedBy'>
  children: ReactNode
}) {
  useTabOwner(me)
  return (
    <div className="theme-app">
      <header data-no-print className="border-b">
        <div className="wrap flex h-16 items-center justify-between gap-4">
          <Wordmark />
          <div className="flex items-center gap-3">
            <span className="hidden text-sm text-muted sm:inline">{me.fullName}</span>
            <Bell userId={me.userId} key={me.userId} />
            <AccountMenu me={me} />
            <Button variant="ghost" aria-label="Sign Out" onClick={() => void signOut()}>
              <LogOut aria-hidden />
              <span className="max-sm:sr-only">Sign Out</span>
            </Button>
          </div>
        </div>
      </header>
      <WayToTeaching />
      {children}
    </div>
  )
}

/** A coach-to-be only looks, until they decide; their home says it at length. */
function WayToTeaching() {
  const { pathname } = useLocation()
  if (pathname === '/' || pathname === '/instructor-onboarding') return null
  return (
    <div data-no-print className="border-b bg-surface-sunken">
      <p className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5 text-[0.9375rem]">
        <span className="text-muted">Your coaching profile is not set up yet.</span>
        <Link to="/instructor-onboarding" className="text-link font-semibold">
          Set up your coaching profile
        </Link>
      </p>
    </div>
  )
}
