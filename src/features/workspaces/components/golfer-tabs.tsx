import { NavTabs } from '#ui/nav-tabs.tsx'
import type { ListedWorkspace } from '../schema.ts'
import { type Pair, workspaceHref } from '../workspace.ts'

/** The choice of the golfer whose workspace with a coach is shown. Nothing is shown when there is only one. */
export function GolferTabs({ pair, list }: { pair: Pair; list: readonly ListedWorkspace[] }) {
  const ofCoach = list.filter(({ instructorId }) => instructorId === pair.instructorId)
  if (!ofCoach.some(({ golfer }) => golfer) || ofCoach.length < 2) return null
  const sorted = ofCoach.toSorted((one, other) =>
    (one.golfer?.name ?? '').localeCompare(other.golfer?.name ?? ''),
  )
  return (
    <NavTabs
      label="Whose workspace"
      className="mb-5"
      items={sorted.map((one) => {
        const golferId = one.golfer?.id ?? null
        return {
          href: workspaceHref('student', { ...one, golferId }),
          label: one.golfer?.name ?? 'Me',
          current: golferId === pair.golferId,
        }
      })}
    />
  )
}
