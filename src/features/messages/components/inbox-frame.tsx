import type { ReactNode } from 'react'

/** Fills the window below the page header: the panes scroll, the page does not. */
export function InboxFrame({ children }: { children: ReactNode }) {
  return (
    <main className="@container h-[calc(100dvh-3.5rem)] min-h-96">
      {/* The visible pane depends on the width, so the heading of the page is separate. */}
      <h1 className="sr-only">Inbox</h1>
      <div className="flex h-full min-h-0">{children}</div>
    </main>
  )
}
