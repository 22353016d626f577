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
  if (!me)
    return (
      <div className="flex min-h-svh flex-col">
        <VisitorHeader />
        <div className="flex-1">{children}</div>
        <VisitorFooter />
      </div>
    )
  return (
    <Suspense>
      {me.role === 'student' || me.role === 'coach' ? (
        <MemberFrame me={me} isSidebarOpen={isSidebarOpen}>
          {children}
        </MemberFrame>
      ) : (
        <PlainFrame name={me.fullName}>{children}</PlainFrame>
      )}
    </Suspense>
  )
}
