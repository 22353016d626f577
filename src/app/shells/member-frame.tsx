import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTabOwner } from '#features/accounts/components/tab-storage.ts'
import { ratingLabel } from '#features/coaches/coach.ts'
import { membersClient } from '#features/members/client.ts'
import type { MemberSummary } from '#features/members/schema.ts'
import { useInboxLive } from '#features/messages/components/use-inbox-live.ts'
import { Bell } from '#features/notifications/components/bell.tsx'
import { proposalsClient } from '#features/proposals/client.ts'
import { useLiveProposals } from '#features/proposals/components/use-proposals.ts'
import { isDemoPage } from '#features/prospects/demo.ts'
import { HeaderHelp, isCornerBusy } from '#features/support/components/help-button.tsx'
import type { Actor } from '#platform/actor.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Sidebar, SidebarInset, SidebarTrigger } from '#ui/sidebar.tsx'
import { SidebarGroup, SidebarIdentity, SidebarItem } from '#ui/sidebar-item.tsx'
import { SidebarProvider } from '#ui/sidebar-provider.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useExistingPages } from './existing-pages.ts'
import { Wordmark } from './logo.tsx'
import { coachMenu, studentMenu } from './menus.ts'
import { signOut } from './sign-out.ts'

/** The frame of students and coaches. The sidebar remembers whether it is collapsed. */
export function MemberFrame({
  me,
  isSidebarOpen,
  children,
}: {
  me: Pick<Actor, 'userId' | 'role' | 'fullName' | 'email' | 'prospect' | 'impersonatedBy'>
  isSidebarOpen: boolean
  children: ReactNode
}) {
  useTabOwner(me)
  const isCoach = me.role === 'coach'
  const isProspect = me.prospect !== undefined
  // Uses the prospect's own account and notices even on a demo coach's pages.
  const self = me.prospect ?? me
  const { pathname } = useLocation()
  const { data: summary } = useQuery(membersClient.summary.queryOptions())
  const badges = useMenuBadges(me.userId, isCoach)
  // Until the summary has loaded, assume a profile exists, so that the menu does not offer to create one.
  const hasProfile = summary?.hasCoachProfile ?? true
  const entries = useExistingPages(isCoach ? coachMenu({ hasProfile, isProspect }) : studentMenu)
  return (
    <SidebarProvider defaultOpen={isSidebarOpen} className="theme-app">
      <Sidebar
        label={isCoach ? 'Coach' : 'Student'}
        header={
          <SidebarIdentity
            avatar={<Avatar name={me.fullName} src={summary?.pictureUrl} size="sm" decorative />}
            name={me.fullName}
          >
            <SummaryLines summary={summary} isCoach={isCoach} />
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
          {entries.map(({ href, label, icon, tag }) => (
            <SidebarItem
              key={href}
              icon={icon}
              label={label}
              tag={tag}
              badge={badges[href]?.count}
              badgeLabel={badges[href]?.label}
              active={isHere(href, pathname)}
              outlined={isProspect && isDemoPage(href)}
            >
              <Link to={href} />
            </SidebarItem>
          ))}
        </SidebarGroup>
      </Sidebar>
      <SidebarInset>
        <header data-no-print className="flex h-14 shrink-0 items-center gap-2 border-b px-2 sm:px-3">
          <SidebarTrigger />
          <Wordmark />
          <div className="ml-auto flex items-center gap-1">
            {isCoach || isCornerBusy(pathname) ? <HeaderHelp /> : null}
            <Bell userId={self.userId} key={self.userId} />
            <AccountMenu me={self} pictureUrl={isProspect ? null : summary?.pictureUrl} />
          </div>
        </header>
        {children}
      </SidebarInset>
    </SidebarProvider>
  )
}

/** Place, rating and lessons; an empty line reserves the height until they are loaded. */
function SummaryLines({ summary, isCoach }: { summary: MemberSummary | undefined; isCoach: boolean }) {
  if (!summary) return <span className="h-10" />
  const { location, rating, reviewCount, completedLessons } = summary
  const lessons = `${completedLessons} ${completedLessons === 1 ? 'lesson' : 'lessons'} completed`
  return (
    <>
      <span className="truncate">{location ?? 'Add your city'}</span>
      <span className="tabular flex items-center gap-1 truncate text-[0.8125rem]">
        {isCoach ? (
          <>
            <Star aria-hidden className="size-3.5 shrink-0 fill-gold text-gold" />
            <span>
              <span className="sr-only">Rating </span>
              {ratingLabel(rating ?? 0, reviewCount)}
            </span>
            <span aria-hidden>·</span>
          </>
        ) : null}
        <span className="truncate">{lessons}</span>
      </span>
    </>
  )
}

/** The dashboard has two URLs; a coach's profile belongs to the coach search. */
function isHere(href: string, pathname: string): boolean {
  if (href === '/') return /^\/($|instructor($|\/))/.test(pathname)
  return pathname === href || pathname.startsWith(`${href}/`)
}

/** A count next to a menu entry, with a label. */
interface MenuBadge {
  count: number
  label: string
}

/** The badges by URL of the menu entry, updated live. */
function useMenuBadges(userId: string, isCoach: boolean): Readonly<Record<string, MenuBadge>> {
  const unread = useInboxLive(userId)
  useLiveProposals(userId)
  const proposals = useQuery({
    ...proposalsClient.counts.queryOptions({ staleTime: 30_000 }),
    enabled: isCoach,
  })
  return {
    '/inbox': { count: unread, label: 'unread' },
    '/proposals': { count: proposals.data?.changes ?? 0, label: 'with changes requested' },
  }
}
