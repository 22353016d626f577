import { lazy, type ReactNode, Suspense } from 'react'
import type { Actor } from '#platform/actor.ts'
import { VisitorFooter } from './visitor-footer.tsx'
import { VisitorHeader } from './visitor-header.tsx'

// Visitors come first: what only members need is fetched when there is a member.
const MemberFrame = lazy(() => import('./member-frame.tsx').then((file) => ({ default: file.MemberFrame })))
const PlainFrame = lazy(() => import('./plain-frame.tsx').then((file) => ({ default: file.PlainFrame })))

/** The frame around a page, by who looks at it. */
export function Frame({
  me,
  isSidebarOpen,
  children,
}: {
  me: Actor | null
  isSidebarOpen: boolean
  children: ReactNode
}) {
  const page = (
    <div id="content" tabIndex={-1} className="flex-1 focus-visible:outline-none">
      {children}
    </div>
  )
  if (!me)
    return (
      <div className="flex min-h-svh flex-col">
        <SkipLink />
        <VisitorHeader />
        {page}
        <VisitorFooter />
      </div>
    )
  return (
    <Suspense>
      <SkipLink />
      {me.role === 'student' || me.role === 'coach' ? (
        <MemberFrame me={me} isSidebarOpen={isSidebarOpen}>
          {page}
        </MemberFrame>
      ) : (
        <PlainFrame name={me.fullName}>{page}</PlainFrame>
      )}
    </Suspense>
  )
}

/** The keyboard's way past the menu. */
function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-control bg-brand px-4 py-2.5 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  )
}
