import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ProposalTab } from '../proposal.ts'

/** Placeholders for three proposals, at about their final size. */
export function ProposalListSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading your proposals…</span>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} className="h-60 w-full rounded-card" />
      ))}
    </div>
  )
}

export function ProposalListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      tone="error"
      title="Your proposals could not be loaded."
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Your proposals are safe; only this list could not be loaded.
    </Alert>
  )
}

const nothing: Record<ProposalTab, { title: string; text: string }> = {
  all: {
    title: 'You have not proposed a lesson yet',
    text: 'Offer a student a lesson or package at times that suit you both. The student accepts and pays in one step.',
  },
  pending: {
    title: 'Nothing waits for an answer',
    text: 'Proposals waiting for a student’s answer appear here.',
  },
  changes: {
    title: 'No change requests',
    text: 'When a student requests a different time or price, the proposal appears here.',
  },
  scheduled: {
    title: 'Nothing is scheduled',
    text: 'Accepted proposals appear here until the lesson has been taught.',
  },
  completed: {
    title: 'Nothing is completed yet',
    text: 'Proposals whose lessons were taught are kept here.',
  },
  closed: { title: 'Nothing here', text: 'Declined, withdrawn and expired proposals are kept here.' },
}

export function NoProposals({ tab, page, action }: { tab: ProposalTab; page: number; action: ReactNode }) {
  if (page > 1)
    return (
      <EmptyState
        icon={FileText}
        title="Nothing on this page"
        action={
          <LinkButton href={tab === 'all' ? '/proposals' : `/proposals?tab=${tab}`}>
            To the first page
          </LinkButton>
        }
      >
        This page is empty. The list is shorter than it was.
      </EmptyState>
    )
  const { title, text } = nothing[tab]
  return (
    <EmptyState icon={FileText} title={title} action={tab === 'all' ? action : undefined}>
      {text}
    </EmptyState>
  )
}
