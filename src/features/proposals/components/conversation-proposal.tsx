import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { proposalsClient } from '../client.ts'
import { carriesCard } from '../proposal.ts'
import { ProposalCard } from './proposal-card.tsx'
import { useLiveProposals } from './use-proposals.ts'

/**
 * A proposal in a conversation, with its current status. The card is shown in the newest message with the
 * proposal's terms; other messages only describe an event.
 * @param event as in the message, such as `revised:2`
 */
export function ConversationProposal({ proposalId, event }: { proposalId: string; event: string }) {
  const tellsTerms = event.startsWith('proposed') || event.startsWith('revised')
  const query = useQuery({
    ...proposalsClient.get.queryOptions({ input: { proposalId } }),
    staleTime: 15_000,
    enabled: tellsTerms,
  })
  const proposal = query.data
  useLiveProposals(proposal && (proposal.as === 'coach' ? proposal.coach.id : proposal.student.id))
  if (!tellsTerms) return null
  if (query.isPending) return <Skeleton className="h-56 w-full max-w-2xl rounded-card" />
  if (!proposal)
    return (
      <Alert
        tone="error"
        title="This proposal could not be loaded."
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing about it was changed.
      </Alert>
    )
  if (!carriesCard(event, proposal.version))
    return <p className="px-1 text-sm text-muted">This offer was changed; the newer one is below.</p>
  return <ProposalCard proposal={proposal} heading="h3" />
}
