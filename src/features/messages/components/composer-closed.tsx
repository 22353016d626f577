import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { siteName } from '#platform/site-name.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { messagesClient } from '../client.ts'
import type { Conversation } from '../schema.ts'
import { oneConversation, refreshInbox } from './conversation-queries.ts'

/**
 * Shown instead of the composer if the account was closed, the conversation is paused, or the user has
 * blocked the other participant.
 */
export function ComposerClosed({ conversation }: { conversation: Conversation }) {
  const { id, other, isBlocked, isSuspended } = conversation
  const { busy, failure, attempt } = useAttempt()
  const queryClient = useQueryClient()
  const unblock = () =>
    attempt(async () => {
      await messagesClient.setBlocked.call({ conversationId: id, blocked: false })
      await queryClient.invalidateQueries({ queryKey: oneConversation(id).queryKey })
      await refreshInbox(queryClient)
    })
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t bg-surface-sunken px-5 py-4 text-center text-[0.9375rem] text-muted">
      {other.isGone ? (
        <p>This account was closed. The conversation stays here.</p>
      ) : isSuspended ? (
        <p>
          {siteName} paused this conversation.{' '}
          <Link to="/support" className="font-semibold text-ink underline underline-offset-4">
            Write to support
          </Link>
        </p>
      ) : (
        <>
          <p>
            You blocked <bdi>{other.name}</bdi>.
          </p>
          {isBlocked ? (
            <Button size="sm" loading={busy} onClick={() => void unblock()}>
              Unblock
            </Button>
          ) : null}
        </>
      )}
      {failure ? (
        <p role="alert" className="basis-full text-danger">
          {failure}
        </p>
      ) : null}
    </div>
  )
}
