import { SlotOffers } from '#features/assistant/components/slot-offers.tsx'
import { ConversationProposal } from '#features/proposals/components/conversation-proposal.tsx'
import type { ShownMessage } from './shown-message.ts'

/** What a message shows beside its words: a proposal as it stands now, open times. */
export function MessageExtras({ message, isOwn }: { message: ShownMessage; isOwn: boolean }) {
  if (message.data?.kind === 'proposal')
    return (
      <div className="w-full min-w-0 max-w-full">
        <ConversationProposal proposalId={message.data.proposalId} event={message.data.event} />
      </div>
    )
  if (message.data?.kind === 'slots' && message.messageId)
    return <SlotOffers messageId={message.messageId} offers={message.data} isCoach={isOwn} />
  return null
}
