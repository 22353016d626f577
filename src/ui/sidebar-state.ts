import { createContext, useContext } from 'react'

/** The cookie that stores whether the sidebar is open, for seven days. */
export const sidebarCookie = 'sidebar_state'
const sevenDays = 60 * 60 * 24 * 7

/** Below this width the sidebar is a drawer. */
export const sidebarMobileQuery = '(max-width: 767.98px)'

/** Reads the saved state from a `cookie` header; defaults to open. */
export function readSidebarOpen(cookieHeader: string | null | undefined): boolean {
  const cookies = (cookieHeader ?? '').split(';').map((cookie) => cookie.trim())
  return !cookies.includes(`${sidebarCookie}=false`)
}

/** The cookie that saves a state, as a string for `document.cookie`. */
export function sidebarCookieFor(open: boolean): string {
  return `${sidebarCookie}=${open}; path=/; max-age=${sevenDays}; samesite=lax`
}

export type SidebarState = {
  open: boolean
  drawerOpen: boolean
  setDrawerOpen: (open: boolean) => void
  /** Collapses or expands the sidebar; on a phone, opens or closes its drawer. */
  toggle: () => void
}

export const SidebarContext = createContext<SidebarState | null>(null)

/** The sidebar's state; throws outside a SidebarProvider. */
export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext)
  if (!state) throw new Error('useSidebar needs a SidebarProvider around it')
  return state
}
