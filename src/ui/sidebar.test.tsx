import { Inbox } from 'lucide-react'
import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Sidebar } from './sidebar.tsx'
import { SidebarGroup, SidebarItem } from './sidebar-item.tsx'
import { SidebarProvider } from './sidebar-provider.tsx'
import { readSidebarOpen, sidebarCookieFor } from './sidebar-state.ts'

/** A substitute for the router's link, as the application passes it in. */
const Link = ({ to, children, ...props }: ComponentProps<'a'> & { to: string }) => (
  <a {...props} href={to}>
    {children}
  </a>
)

const draw = (open: boolean) =>
  renderToString(
    <SidebarProvider defaultOpen={open}>
      <Sidebar label="Main">
        <SidebarGroup>
          <SidebarItem icon={Inbox} label="Inbox" badge={250} badgeLabel="unread" active>
            <Link to="/inbox" />
          </SidebarItem>
        </SidebarGroup>
      </Sidebar>
    </SidebarProvider>,
  )

describe('the sidebar', () => {
  test('is stored for seven days in its cookie [row 15]', () => {
    expect(sidebarCookieFor(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax')
  })

  test('is open unless the cookie says collapsed', () => {
    expect(readSidebarOpen(null)).toBe(true)
    expect(readSidebarOpen('a=b; sidebar_state=true')).toBe(true)
    expect(readSidebarOpen('a=b; sidebar_state=false; c=d')).toBe(false)
    expect(readSidebarOpen('old_sidebar_state=false')).toBe(true)
  })

  test('is rendered by the server in its last state: 16rem open, 3rem collapsed [row 15]', () => {
    expect(draw(true)).toMatch(/<aside[^>]*\bw-64\b/)
    expect(draw(false)).toMatch(/<aside[^>]*\bw-12\b/)
  })

  test('turns the given link into an entry: icon, name, capped badge, current page', () => {
    const link = draw(false).match(/<a .*?<\/a>/)?.[0] ?? ''
    expect(link).toContain('href="/inbox"')
    expect(link).toContain('aria-current="page"')
    expect(link).toContain('<svg')
    expect(link).toMatch(/Inbox.*99\+.*unread/)
  })
})
