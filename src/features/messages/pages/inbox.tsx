import { createFileRoute } from '@tanstack/react-router'
import { conversationList, oneConversation } from '../components/conversation-queries.ts'
import { Inbox } from '../components/inbox.tsx'
import { readInboxAddress } from '../components/inbox-address.ts'
import { newestMessages } from '../components/use-timeline.ts'

/** A person's conversations; which one is open, and what of it, stands in the address. */
export const Route = createFileRoute('/_shell/_student-or-coach/inbox')({
  validateSearch: readInboxAddress,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // The server draws what is there; in the browser every part has its own place to wait. Failures are told there.
    const { conversation, show, q } = deps
    const reading = Promise.all([
      queryClient.prefetchInfiniteQuery(conversationList({ archived: show === 'archived', query: q })),
      conversation ? queryClient.prefetchQuery(oneConversation(conversation)) : null,
      conversation ? queryClient.prefetchQuery(newestMessages(conversation)) : null,
    ])
    if (import.meta.env.SSR) await reading
  },
  head: () => ({
    meta: [
      { title: 'Inbox · Greenside' },
      // The keyboard of a phone makes the page lower, and does not cover where one writes.
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
  // For another acting user nothing of it stays.
  return me ? <Inbox key={me.userId} me={me} address={address} /> : null
}
