import { Link, useLocation } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Actor } from '#platform/actor.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Sidebar, SidebarInset, SidebarTrigger } from '#ui/sidebar.tsx'
import { SidebarGroup, SidebarIdentity, SidebarItem } from '#ui/sidebar-item.tsx'
import { SidebarProvider } from '#ui/sidebar-provider.tsx'
import { useExistingPages } from './existing-pages.ts'
import { Wordmark } from './logo.tsx'
import { coachMenu, studentMenu } from './menus.ts'
import { signOut } from './sign-out.ts'

/** The frame of students and coaches: their menu on the left, folded or open as they left it. */
export function MemberFrame({
  me,
  isSidebarOpen,
  children,
}: {
  me: Pick<Actor, 'role' | 'fullName' | 'email'>
  isSidebarOpen: boolean
  children: ReactNode
}) {
  const isCoach = me.role === 'coach'
  const { pathname } = useLocation()
  const entries = useExistingPages(isCoach ? coachMenu : studentMenu)
  return (
    <SidebarProvider defaultOpen={isSidebarOpen} className="theme-app">
      <Sidebar
        label={isCoach ? 'Coach' : 'Student'}
        header={
          <SidebarIdentity avatar={<Avatar name={me.fullName} size="sm" decorative />} name={me.fullName}>
            <span className="truncate">{me.email}</span>
          </SidebarIdentity>
        }
        footer={
          <ul>
            <SidebarItem icon={LogOut} label="Sign Out">
              <button type="button" onClick={() => void signOut()} />
            </SidebarItem>
          </ul>
        }
      >
        <SidebarGroup>
          {entries.map(({ href, label, icon }) => (
            <SidebarItem key={href} icon={icon} label={label} active={isHere(href, pathname)}>
              <Link to={href} />
            </SidebarItem>
          ))}
        </SidebarGroup>
      </Sidebar>
      <SidebarInset>
        <header data-no-print className="flex h-14 shrink-0 items-center gap-2 border-b px-2 sm:px-3">
          <SidebarTrigger />
          <Wordmark />
        </header>
        {children}
      </SidebarInset>
    </SidebarProvider>
  )
}

/** The dashboard has two addresses; a coach's profile belongs to the instructors one browses. */
function isHere(href: string, pathname: string): boolean {
  if (href === '/') return pathname === '/' || pathname.startsWith('/instructor')
  return pathname === href || pathname.startsWith(`${href}/`)
}
