import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import type { Proposal } from '../schema.ts'
import { ProposeLessonDialog } from './propose-lesson-dialog.tsx'
import { useProposalStep } from './use-proposals.ts'

/** The coach's actions on an open proposal: revise or withdraw it. */
export function ProposalOwner({ proposal }: { proposal: Proposal }) {
  const [revising, setRevising] = useState(false)
  const { busy, run } = useProposalStep('The proposal was not changed')
  const isAsked = proposal.status === 'changes_requested'
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant={isAsked ? 'brand' : 'secondary'} onClick={() => setRevising(true)}>
        {isAsked ? 'Change the proposal' : 'Revise'}
      </Button>
      <ConfirmDialog
        trigger={
          <Button variant="ghost" disabled={busy !== null}>
            Withdraw
          </Button>
        }
        title="Withdraw this proposal?"
        description={`We will let ${proposal.student.name} know that you withdrew it.`}
        confirmLabel="Withdraw"
        keepLabel="Keep it"
        onConfirm={async () => {
          if (await run('withdraw', () => proposalsClient.withdraw.call({ proposalId: proposal.id })))
            toast.success('Proposal withdrawn', `We let ${proposal.student.name} know.`)
        }}
      />
      {revising ? (
        <ProposeLessonDialog
          open
          onOpenChange={setRevising}
          coachId={proposal.coach.id}
          student={proposal.student}
          proposal={proposal}
        />
      ) : null}
    </div>
  )
}
