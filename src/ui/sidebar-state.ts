import { createContext, useContext } from 'react'

/** The cookie that remembers whether the sidebar is open, for seven days. */
export const sidebarCookie = 'sidebar_state'
const sevenDays = 60 * 60 * 24 * 7

/** Where the sidebar turns into a drawer. */
export const sidebarMobileQuery = '(max-width: 767.98px)'

/** Reads the remembered state from a `cookie` header; open when nothing is remembered. */
export function readSidebarOpen(cookieHeader: string | null | undefined): boolean {
  const cookies = (cookieHeader ?? '').split(';').map((cookie) => cookie.trim())
  return !cookies.includes(`${sidebarCookie}=false`)
}

/** The cookie that remembers a state, as a string for `document.cookie`. */
export function sidebarCookieFor(open: boolean): string {
  return `${sidebarCookie}=${open}; path=/; max-age=${sevenDays}; samesite=lax`
}

export type SidebarState = {
  open: boolean
  drawerOpen: boolean
  setDrawerOpen: (open: boolean) => void
  /** Folds or unfolds the sidebar; on a phone, opens or closes its drawer. */
  toggle: () => void
}

export const SidebarContext = createContext<SidebarState | null>(null)

/** The sidebar's state; throws outside a SidebarProvider. */
export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext)
  if (!state) throw new Error('useSidebar needs a SidebarProvider around it')
  return state
}
