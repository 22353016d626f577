import { useQuery } from '@tanstack/react-query'
import type { Me } from '#features/accounts/schema.ts'
import { oneConversation } from './conversation-queries.ts'
import { ConversationSkeleton, ConversationTrouble } from './conversation-states.tsx'
import type { InboxAddress } from './inbox-address.ts'
import { OpenConversation } from './open-conversation.tsx'
import { useTimeline } from './use-timeline.ts'

/** A conversation, or its loading or error state. Must be remounted for another conversation. */
export function ConversationPane({
  conversationId,
  me,
  address,
}: {
  conversationId: string
  me: Me
  address: InboxAddress
}) {
  const conversation = useQuery(oneConversation(conversationId))
  const timeline = useTimeline(conversationId)
  if (conversation.isError && !conversation.data)
    return <ConversationTrouble error={conversation.error} address={address} onRetry={conversation.refetch} />
  if (timeline.query.isError && !timeline.stretch)
    return (
      <ConversationTrouble error={timeline.query.error} address={address} onRetry={timeline.query.refetch} />
    )
  if (!conversation.data || !timeline.stretch) return <ConversationSkeleton address={address} />
  return (
    <OpenConversation
      conversation={conversation.data}
      timeline={timeline}
      stretch={timeline.stretch}
      me={me}
      address={address}
    />
  )
}
