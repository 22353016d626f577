import { useQuery } from '@tanstack/react-query'
import { proposalsClient } from '../client.ts'
import { PackageCard } from './package-card.tsx'
import { useLiveProposals } from './use-proposals.ts'

/**
 * The packages somebody can still draw on: '3 of 5 lessons left, until …'. Draws nothing where there are none, while they are
 * asked for, and when that fails: what it stands beside matters more.
 * @param withId only those with this other person, as in a conversation or beside a coach's booking panel
 */
export function PackageList({
  userId,
  as,
  withId,
}: {
  userId: string
  as: 'student' | 'coach'
  withId?: string
}) {
  const packages = useQuery(
    proposalsClient.packages.queryOptions({ input: withId ? { with: withId } : {}, staleTime: 15_000 }),
  )
  useLiveProposals(userId)
  const open = packages.data?.filter((one) => one.endedAt === null && one.left > 0) ?? []
  if (open.length === 0) return null
  return (
    <section aria-label="Packages" className="flex flex-col gap-3">
      {open.map((one) => (
        <PackageCard key={one.id} lessonPackage={one} as={as} />
      ))}
    </section>
  )
}
