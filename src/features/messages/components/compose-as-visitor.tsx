import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import type { RequestedTime } from '../requested-time.ts'
import { MessageAccountDialog, type MessagedCoach } from './message-account-dialog.tsx'

/** The compose page for visitors: the account is created with the first message. */
export function ComposeAsVisitor({
  coach,
  request,
}: {
  coach: MessagedCoach | null
  request: RequestedTime
}) {
  const [open, setOpen] = useState(true)
  if (!coach)
    return (
      <main className="wrap py-16">
        <EmptyState
          title="Coach not found"
          action={
            <LinkButton href="/" variant="brand">
              Find a coach
            </LinkButton>
          }
        >
          The link may be old. Search for other coaches near you.
        </EmptyState>
      </main>
    )
  return (
    <main className="wrap-text py-16">
      <PageHeader
        title={
          <>
            Write to <bdi>{coach.name}</bdi>
          </>
        }
        lead="Create an account with your first message, so that the coach can reply."
        actions={
          <Button variant="primary" onClick={() => setOpen(true)}>
            Write a message
          </Button>
        }
      />
      <MessageAccountDialog coach={coach} request={request} open={open} onOpenChange={setOpen} />
    </main>
  )
}
