import { createFileRoute } from '@tanstack/react-router'
import type { Me } from '#features/accounts/schema.ts'
import { AssistantBar } from '#features/assistant/components/assistant-bar.tsx'
import { AssistantSettings } from '#features/assistant/components/assistant-settings.tsx'
import { assistantSettingsQuery } from '#features/assistant/components/assistant-settings-query.ts'
import { SlotOffers } from '#features/assistant/components/slot-offers.tsx'
import {
  type ConversationParts,
  ConversationPartsProvider,
} from '#features/messages/components/conversation-parts.ts'
import { conversationList, oneConversation } from '#features/messages/components/conversation-queries.ts'
import { Inbox } from '#features/messages/components/inbox.tsx'
import { readInboxAddress } from '#features/messages/components/inbox-address.ts'
import type { ShownMessage } from '#features/messages/components/shown-message.ts'
import { newestMessages } from '#features/messages/components/use-timeline.ts'
import type { Conversation } from '#features/messages/schema.ts'
import { ConversationProposal } from '#features/proposals/components/conversation-proposal.tsx'
import { PackageList } from '#features/proposals/components/package-list.tsx'
import { ProposeButton } from '#features/proposals/components/propose-button.tsx'
import { siteName } from '#platform/site-name.ts'

/** A user's conversations. The URL contains the open conversation and its view. */
export const Route = createFileRoute('/_shell/_student-or-coach/inbox')({
  validateSearch: readInboxAddress,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { me, queryClient }, deps }) => {
    // The server renders with data. In the browser each part shows its own loading state and errors.
    const { conversation, show, q } = deps
    const reading = Promise.all([
      queryClient.prefetchInfiniteQuery(conversationList({ archived: show === 'archived', query: q })),
      conversation ? queryClient.prefetchQuery(oneConversation(conversation)) : null,
      conversation ? queryClient.prefetchQuery(newestMessages(conversation)) : null,
      me?.role === 'coach' ? queryClient.prefetchQuery(assistantSettingsQuery) : null,
    ])
    if (import.meta.env.SSR) await reading
  },
  head: () => ({
    meta: [
      { title: `Inbox · ${siteName}` },
      // A phone's keyboard resizes the page instead of covering the input field.
      {
        name: 'viewport',
        content: 'width=device-width, initial-scale=1, interactive-widget=resizes-content',
      },
    ],
  }),
  component: InboxPage,
})

function InboxPage() {
  const { me } = Route.useRouteContext()
  const address = Route.useSearch()
  // The key resets all state when the acting user changes.
  return me ? (
    <ConversationPartsProvider value={parts}>
      <Inbox
        key={me.userId}
        me={me}
        address={address}
        settings={me.role === 'coach' ? <AssistantSettings className="mt-2" /> : null}
      />
    </ConversationPartsProvider>
  ) : null
}

const parts: ConversationParts = {
  CoachAction: ProposeButton,
  Notes: ConversationNotes,
  Extras: MessageExtras,
}

/** Shows the assistant's state, and the packages of the coach and the student. */
function ConversationNotes({ conversation, me }: { conversation: Conversation; me: Me }) {
  const { side, other } = conversation
  return (
    <>
      <AssistantBar conversation={conversation} coachId={side === 'coach' ? me.userId : null} />
      <PackageList userId={me.userId} as={side} withId={other.userId} look="lines" />
    </>
  )
}

/** Attachments of a message: the current state of a proposal, or open times. */
function MessageExtras({ message, isOwn }: { message: ShownMessage; isOwn: boolean }) {
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
