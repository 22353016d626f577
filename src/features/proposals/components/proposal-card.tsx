import { MessageSquareQuote } from 'lucide-react'
import { StatusBadge } from '#features/bookings/components/status-badge.tsx'
import { formatMoment } from '#platform/time.ts'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/class-names.ts'
import { shownStatus } from '../proposal.ts'
import type { Proposal } from '../schema.ts'
import { ProposalAnswer } from './proposal-answer.tsx'
import { ProposalFacts } from './proposal-facts.tsx'
import { ProposalOwner } from './proposal-owner.tsx'
import { ProposalPayment } from './proposal-payment.tsx'
import { proposalWhen } from './proposal-when.ts'

/**
 * A proposal with its available actions: the student answers, the coach revises or withdraws.
 * @param heading the heading level of its title
 */
export function ProposalCard({
  proposal,
  heading: Heading = 'h2',
  className,
}: {
  proposal: Proposal
  heading?: 'h2' | 'h3'
  className?: string
}) {
  const { as, status, steps } = proposal
  const isOpen = status === 'pending' || status === 'changes_requested'
  return (
    <Card padding="md" className={cn('w-full max-w-2xl min-w-0 text-left', className)}>
      <article aria-label={`Proposal: ${proposal.title}`} className="flex flex-col gap-4">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="eyebrow">
              {as === 'coach' ? 'For ' : 'From '}
              <bdi>{as === 'coach' ? proposal.student.name : proposal.coach.label}</bdi>
            </p>
            <Heading className="mt-0.5 text-xl break-words">
              <bdi>{proposal.title}</bdi>
            </Heading>
          </div>
          <StatusBadge status={shownStatus(status)} />
        </header>
        <ProposalFacts proposal={proposal} />
        {proposal.note ? (
          <p dir="auto" className="whitespace-pre-line break-words text-[0.9375rem]">
            {proposal.note}
          </p>
        ) : null}
        {proposal.changeRequest && status === 'changes_requested' ? (
          <blockquote className="flex gap-2.5 rounded-control bg-yellow-soft px-4 py-3 text-[0.9375rem]">
            <MessageSquareQuote aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            <div className="min-w-0">
              <p className="font-semibold">
                {as === 'coach' ? `${proposal.student.name} asks for changes` : 'You asked for changes'}
              </p>
              <p dir="auto" className="whitespace-pre-line break-words">
                {proposal.changeRequest}
              </p>
            </div>
          </blockquote>
        ) : null}
        {steps.includes('accept') ? <ProposalAnswer proposal={proposal} /> : null}
        {isOpen && !steps.includes('accept') ? <Times proposal={proposal} /> : null}
        {proposal.acceptedStart ? (
          <p className="tabular font-semibold">
            {proposalWhen(proposal.acceptedStart, proposal.durationMinutes, proposal.zone)}
          </p>
        ) : null}
        {status === 'accepted' ? <ProposalPayment proposal={proposal} /> : null}
        {steps.includes('decline') && !steps.includes('accept') ? (
          <ProposalAnswer proposal={proposal} />
        ) : null}
        {steps.includes('revise') ? <ProposalOwner proposal={proposal} /> : null}
        {isOpen ? (
          <p className="text-sm text-muted">Open until {formatMoment(proposal.closesAt, proposal.zone)}</p>
        ) : null}
      </article>
    </Card>
  )
}

function Times({ proposal }: { proposal: Proposal }) {
  return (
    <ul aria-label="Proposed times" className="flex flex-col gap-1.5 text-[0.9375rem]">
      {proposal.times.map(({ start, isOpen }) => (
        <li key={start} className="tabular">
          {proposalWhen(start, proposal.durationMinutes, proposal.zone)}
          {isOpen === false ? <span className="text-muted"> · no longer open</span> : null}
        </li>
      ))}
    </ul>
  )
}
