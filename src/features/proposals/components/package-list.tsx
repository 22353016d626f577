import { useQuery } from '@tanstack/react-query'
import { cn } from '#ui/class-names.ts'
import { proposalsClient } from '../client.ts'
import { PackageCard } from './package-card.tsx'
import { PackageLine } from './package-line.tsx'
import { useLiveProposals } from './use-proposals.ts'

/**
 * The user's packages with lessons left: '3 of 5 lessons left, until …'. Renders nothing when there are none,
 * while loading, and on errors, because it only supplements other content.
 * @param look `lines` where space is limited, as above a conversation
 * @param withId only packages with this other person, as in a conversation or next to a coach's booking panel
 */
export function PackageList({
  userId,
  as,
  withId,
  look = 'cards',
  className,
}: {
  userId: string
  as: 'student' | 'coach'
  withId?: string
  look?: 'cards' | 'lines'
  className?: string
}) {
  const packages = useQuery(
    proposalsClient.packages.queryOptions({ input: withId ? { with: withId } : {}, staleTime: 15_000 }),
  )
  useLiveProposals(userId)
  const open = packages.data?.filter((one) => one.endedAt === null && one.left > 0) ?? []
  if (open.length === 0) return null
  return (
    <section aria-label="Packages" className={cn('flex flex-col', look === 'cards' && 'gap-3', className)}>
      {open.map((one) =>
        look === 'cards' ? (
          <PackageCard key={one.id} lessonPackage={one} as={as} />
        ) : (
          <PackageLine key={one.id} lessonPackage={one} as={as} />
        ),
      )}
    </section>
  )
}
