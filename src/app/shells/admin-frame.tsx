import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bell } from '#features/notifications/components/bell.tsx'
import type { Actor } from '#platform/actor.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Wordmark } from './logo.tsx'
import { adminMenu } from './menus.ts'
import { signOut } from './sign-out.ts'

const linkClass =
  'inline-flex h-11 items-center border-b-2 border-transparent text-[0.9375rem] font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink'

/** The admins' frame: whose power this is, said on every page, and their pages in a row. */
export function AdminFrame({
  me,
  children,
}: {
  me: Pick<Actor, 'userId' | 'fullName' | 'email'>
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const here = pathname === '/user-management' ? '/admin/users' : pathname
  return (
    <div className="theme-app flex min-h-svh flex-col">
      <header data-no-print className="border-b bg-surface-sunken">
        <div className="wrap flex h-14 items-center justify-between gap-3">
          <div className="flex min-w-0 items-center gap-3">
            <Wordmark isShort />
            <Badge tone="blue" icon={ShieldCheck}>
              Admin Access
            </Badge>
          </div>
          <div className="flex items-center gap-2">
            <span className="hidden truncate text-sm text-muted md:inline">{me.fullName}</span>
            <Bell userId={me.userId} key={me.userId} />
            <AccountMenu me={me} />
            <Button variant="ghost" size="sm" aria-label="Sign Out" onClick={() => void signOut()}>
              <LogOut aria-hidden />
              <span className="max-sm:sr-only">Sign Out</span>
            </Button>
          </div>
        </div>
        <nav aria-label="Admin" className="wrap flex gap-6 overflow-x-auto">
          {adminMenu.map(({ href, label }) => (
            <Link
              key={href}
              to={href}
              aria-current={here === href ? 'page' : undefined}
              className={linkClass}
            >
              {label}
            </Link>
          ))}
        </nav>
      </header>
      {children}
    </div>
  )
}
