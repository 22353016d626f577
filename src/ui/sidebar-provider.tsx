import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { cn } from './class-names.ts'
import { SidebarContext, sidebarCookieFor, sidebarMobileQuery } from './sidebar-state.ts'
import { useMediaQuery } from './use-media-query.ts'

/**
 * The frame of a page with a sidebar: put a Sidebar and a SidebarInset inside. `defaultOpen` comes from the
 * cookie (`readSidebarOpen`), so that the server renders the saved state. Ctrl+B or ⌘B toggles it.
 */
export function SidebarProvider({
  defaultOpen = true,
  className,
  children,
}: {
  defaultOpen?: boolean
  className?: string
  children: ReactNode
}) {
  const [open, setOpen] = useState(defaultOpen)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const isMobile = useMediaQuery(sidebarMobileQuery)

  const toggle = useCallback(() => {
    if (window.matchMedia(sidebarMobileQuery).matches) {
      setDrawerOpen((now) => !now)
      return
    }
    setOpen(!open)
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
    document.cookie = sidebarCookieFor(!open)
  }, [open])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  const state = useMemo(
    () => ({ open, drawerOpen: drawerOpen && isMobile, setDrawerOpen, toggle }),
    [open, drawerOpen, isMobile, toggle],
  )
  return (
    <SidebarContext value={state}>
      <div className={cn('flex min-h-svh w-full', className)}>{children}</div>
    </SidebarContext>
  )
}
