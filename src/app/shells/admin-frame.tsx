import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChevronDown, LogOut, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTabOwner } from '#features/accounts/components/tab-storage.ts'
import { Bell } from '#features/notifications/components/bell.tsx'
import { operationsClient } from '#features/operations/client.ts'
import { HeaderHelp } from '#features/support/components/help-button.tsx'
import type { Actor } from '#platform/actor.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PaletteButton } from '../back-office/palette-button.tsx'
import { type BackOfficeEntry, backOfficeMenu, entryAt, hrefOfEntry } from '../back-office/tabs.ts'
import { AccountMenu } from './account-menu.tsx'
import { Wordmark } from './logo.tsx'
import { signOut } from './sign-out.ts'

/** The frame of the back office: a header that says 'Admin Access', and the menu of all pages. */
export function AdminFrame({
  me,
  children,
}: {
  me: Pick<Actor, 'userId' | 'fullName' | 'email'>
  children: ReactNode
}) {
  useTabOwner(me)
  const { pathname, searchStr } = useLocation()
  const here = entryAt(pathname, new URLSearchParams(searchStr).get('tab') ?? undefined)
  return (
    <div className="theme-app flex min-h-svh flex-col">
      <header data-no-print className="border-b bg-surface-sunken">
        <div className="flex h-14 items-center justify-between gap-2 px-3 sm:gap-3 sm:px-6">
          <div className="flex min-w-0 items-center gap-2 sm:gap-3">
            <Wordmark isShort className="shrink-0" />
            <Badge
              tone="blue"
              icon={ShieldCheck}
              className="max-sm:px-2 max-sm:text-[0.6875rem] max-sm:[&>svg]:hidden"
            >
              Admin Access
            </Badge>
          </div>
          <div className="flex items-center gap-1 sm:gap-2">
            <PaletteButton />
            <span className="hidden truncate text-sm text-muted lg:inline">{me.fullName}</span>
            <HeaderHelp />
            <AdminBell userId={me.userId} key={me.userId} />
            <AccountMenu me={me} />
            <Button variant="ghost" size="sm" aria-label="Sign Out" onClick={() => void signOut()}>
              <LogOut aria-hidden />
              <span className="max-sm:sr-only">Sign Out</span>
            </Button>
          </div>
        </div>
      </header>
      <PhoneMenu here={here} />
      <div className="flex flex-1">
        <nav
          aria-label="Admin"
          data-no-print
          className="sticky top-0 hidden max-h-svh w-56 shrink-0 self-start overflow-y-auto px-3 py-5 lg:block"
        >
          <Groups here={here} />
        </nav>
        <div className="flex min-w-0 flex-1 flex-col lg:border-l">{children}</div>
      </div>
    </div>
  )
}

/** The bell of an admin also holds what needs attention, read again every minute. */
function AdminBell({ userId }: { userId: string }) {
  const { data } = useQuery(operationsClient.attention.queryOptions({ refetchInterval: 60_000 }))
  return <Bell userId={userId} tasks={data} />
}

/** On a narrow screen the menu is folded away behind the name of the page; it opens before scripts arrive, too. */
function PhoneMenu({ here }: { here: BackOfficeEntry | undefined }) {
  const details = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: folded again when another page is there.
  useEffect(() => {
    details.current?.removeAttribute('open')
  }, [here])
  return (
    <details ref={details} data-no-print className="group border-b lg:hidden">
      <summary className="flex h-12 list-none items-center justify-between gap-3 px-4 font-semibold sm:px-6 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="sr-only">Menu: </span>
          {here?.label ?? 'Menu'}
        </span>
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <nav aria-label="Admin" className="grid grid-cols-2 gap-x-3 border-t px-3 pt-3 pb-5 sm:grid-cols-3">
        <Groups here={here} />
      </nav>
    </details>
  )
}

function Groups({ here }: { here: BackOfficeEntry | undefined }) {
  const current = useRef<HTMLAnchorElement>(null)
  // The menu is longer than most windows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry.
  useEffect(() => {
    const nav = current.current?.closest('nav')
    if (!nav || !current.current) return
    const [entry, frame] = [current.current.getBoundingClientRect(), nav.getBoundingClientRect()]
    if (entry.top < frame.top || entry.bottom > frame.bottom)
      nav.scrollTop += entry.top - frame.top - frame.height / 2
  }, [here])
  return backOfficeMenu.map(({ group, entries }) => (
    <div key={group} className="mb-4">
      <p className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted uppercase">{group}</p>
      <ul>
        {entries.map((entry) => {
          const Icon = entry.icon
          return (
            <li key={entry.id}>
              <Anchor
                ref={entry.id === here?.id ? current : undefined}
                href={hrefOfEntry(entry)}
                aria-current={entry.id === here?.id ? 'page' : undefined}
                className="flex min-h-9 items-center gap-2.5 rounded-control px-3 text-sm font-medium text-muted hover:bg-surface-hover hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-ink max-lg:min-h-11"
              >
                <Icon aria-hidden strokeWidth={1.75} className="size-4.5 shrink-0" />
                {entry.label}
              </Anchor>
            </li>
          )
        })}
      </ul>
    </div>
  ))
}
