import { createFileRoute, redirect } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { AssistantSettings } from '#features/assistant/components/assistant-settings.tsx'
import { assistantSettingsQuery } from '#features/assistant/components/assistant-settings-query.ts'
import { coachesClient } from '#features/coaches/client.ts'
import { ComposeAsVisitor } from '#features/messages/components/compose-as-visitor.tsx'
import { conversationList, recipientOf } from '#features/messages/components/conversation-queries.ts'
import { InboxFrame } from '#features/messages/components/inbox-frame.tsx'
import { InboxList } from '#features/messages/components/inbox-list.tsx'
import { NewConversation } from '#features/messages/components/new-conversation.tsx'
import { RecipientPicker } from '#features/messages/components/recipient-picker.tsx'
import { type RequestedTime, readRequestedTime } from '#features/messages/requested-time.ts'
import { uuidParam } from '#platform/search-params.ts'

/** The recipient: a coach for students, a student for coaches. */
interface ComposeAddress extends RequestedTime {
  instructor?: string | undefined
  student?: string | undefined
}

/** Opens the existing conversation with a person, or starts a new one with the first message. */
export const Route = createFileRoute('/_shell/compose')({
  validateSearch: (raw: Record<string, unknown>): ComposeAddress => ({
    instructor: uuidParam(raw.instructor),
    student: uuidParam(raw.student),
    ...readRequestedTime(raw),
  }),
  beforeLoad: ({ context: { me }, search, location }) => {
    if (me?.role === 'admin') throw redirect({ to: '/', search: { notice: 'admins-stay-out' } })
    if (!me && !search.instructor) throw redirect({ to: '/auth', search: { redirect: location.href } })
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { me, queryClient }, deps: { instructor, student, ...request } }) => {
    if (!me) {
      const profile = coachesClient.profile.queryOptions({ input: { instructorId: instructor ?? '' } })
      const coach = await queryClient.ensureQueryData({ ...profile, retry: false }).catch(() => null)
      return { recipient: null, coach: coach && { id: coach.id, name: coach.name } }
    }
    const personId = me.role === 'coach' ? student : instructor
    if (!personId) return { recipient: null, coach: null }
    const { recipients } = await queryClient.fetchQuery(recipientOf(personId))
    const recipient = recipients[0] ?? null
    if (recipient?.conversationId)
      throw redirect({
        to: '/inbox',
        search: { conversation: recipient.conversationId, ...request },
        replace: true,
      })
    const reading = Promise.all([
      queryClient.prefetchInfiniteQuery(conversationList({ archived: false })),
      me.role === 'coach' ? queryClient.prefetchQuery(assistantSettingsQuery) : null,
    ])
    if (import.meta.env.SSR) await reading
    return { recipient, coach: null }
  },
  head: unlistedHead('New message'),
  component: ComposePage,
})

function ComposePage() {
  const { me } = Route.useRouteContext()
  const { recipient, coach } = Route.useLoaderData()
  const { instructor, student, ...request } = Route.useSearch()
  if (!me) return <ComposeAsVisitor coach={coach} request={request} />
  return (
    <InboxFrame key={me.userId}>
      <InboxList
        me={me}
        address={{}}
        drafts={{}}
        settings={me.role === 'coach' ? <AssistantSettings className="mt-2" /> : null}
        className="@max-3xl:hidden"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        {recipient ? (
          <NewConversation key={recipient.userId} recipient={recipient} me={me} request={request} />
        ) : (
          <RecipientPicker role={me.role} wasNamed={Boolean(instructor ?? student)} />
        )}
      </div>
    </InboxFrame>
  )
}
