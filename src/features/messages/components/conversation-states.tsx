import { MessageCircleOff } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BackToList } from './conversation-header.tsx'
import type { InboxAddress } from './inbox-address.ts'

/** A skeleton with the layout of a conversation. */
export function ConversationSkeleton({ address }: { address: InboxAddress }) {
  return (
    <>
      <div className="flex min-h-16 items-center gap-3 border-b px-2 sm:px-4">
        <BackToList address={address} />
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-5 w-40" />
      </div>
      <div aria-hidden className="flex min-h-0 flex-1 flex-col justify-end gap-4 overflow-hidden px-5 pb-6">
        <Skeleton className="h-12 w-3/5 rounded-card" />
        <Skeleton className="h-20 w-1/2 self-end rounded-card" />
        <Skeleton className="h-12 w-2/5 rounded-card" />
        <Skeleton className="mt-2 h-14 rounded-card" />
      </div>
      <p role="status" className="sr-only">
        Loading the conversation
      </p>
    </>
  )
}

/** The error state: the conversation does not exist, belongs to other people, or failed to load. */
export function ConversationTrouble({
  error,
  address,
  onRetry,
}: {
  error: unknown
  address: InboxAddress
  onRetry: () => unknown
}) {
  const isUnknown = ['no_such_conversation', 'bad_input'].includes(readProblem(error).code)
  return (
    <>
      <div className="px-2 pt-2">
        <BackToList address={address} />
      </div>
      <div className="grid flex-1 place-items-center">
        <EmptyState
          icon={MessageCircleOff}
          title={isUnknown ? 'There is no such conversation' : 'The conversation could not be loaded'}
          className="border-0"
          action={
            isUnknown ? null : (
              <Button variant="brand" onClick={() => void onRetry()}>
                Try again
              </Button>
            )
          }
        >
          {isUnknown
            ? 'It may belong to another of your accounts.'
            : 'Nothing is lost. What you wrote is saved until it can be sent.'}
        </EmptyState>
      </div>
    </>
  )
}
