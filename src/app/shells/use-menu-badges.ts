import { useQuery } from '@tanstack/react-query'
import { useInboxLive } from '#features/messages/components/use-inbox-live.ts'
import { proposalsClient } from '#features/proposals/client.ts'
import { useLiveProposals } from '#features/proposals/components/use-proposals.ts'

/** A count next to a menu entry, with a label. */
export interface MenuBadge {
  count: number
  label: string
}

/** The badges by URL of the menu entry, updated live. */
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
