import type { ReactNode } from 'react'

/** As high as the window below the page's own header: the panes scroll, the page does not. */
export function InboxFrame({ children }: { children: ReactNode }) {
  return (
    <main className="@container h-[calc(100dvh-3.5rem)] min-h-96">
      {/* Which of the two panes is in sight depends on the width; the page's name does not. */}
      <h1 className="sr-only">Inbox</h1>
      <div className="flex h-full min-h-0">{children}</div>
    </main>
  )
}
