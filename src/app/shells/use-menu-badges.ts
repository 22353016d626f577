import { useQuery } from '@tanstack/react-query'
import { useInboxLive } from '#features/messages/components/use-inbox-live.ts'
import { proposalsClient } from '#features/proposals/client.ts'
import { useLiveProposals } from '#features/proposals/components/use-proposals.ts'

/** A count beside an entry of the menu, and what is counted. */
export interface MenuBadge {
  count: number
  label: string
}

/** By address, what waits there for a member; follows what happens. */
export function useMenuBadges(userId: string, isCoach: boolean): Readonly<Record<string, MenuBadge>> {
  const unread = useInboxLive(userId)
  useLiveProposals(userId)
  const proposals = useQuery({
    ...proposalsClient.counts.queryOptions({ staleTime: 30_000 }),
    enabled: isCoach,
  })
  return {
    '/inbox': { count: unread, label: 'unread' },
    '/proposals': { count: proposals.data?.changes ?? 0, label: 'with changes requested' },
  }
}
