import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { readProblem } from '#platform/api-problem.ts'
import { contentIds } from '#platform/content-id.ts'
import { logFailure } from '#platform/log-failure.ts'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { disputesClient } from '../client.ts'
import { disputeBadges } from '../dispute.ts'
import { maySetStatus } from '../settling.ts'
import { EvidenceView } from './evidence-view.tsx'
import { RefundDispute } from './refund-dispute.tsx'
import { type Evidence, settleDisputeSchema } from './schema.ts'
import { useNotesDraft } from './use-notes-draft.ts'

const statusOptions = disputeStatuses.map((value) => ({ value, label: disputeBadges[value].label }))

/** A dispute: its evidence, the decision (status, notes, explanation), and refunds. */
export function ManageDispute({
  disputeId,
  onClose,
  onSaved,
}: {
  disputeId: string
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  // Each read is stored in the audit log, so it is read when it is opened and after a change only.
  const reading = useQuery(
    disputesClient.evidence.queryOptions({
      input: { disputeId },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
  )
  const title = reading.data ? `Dispute: ${reading.data.dispute.lessonTitle}` : 'Dispute'
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={title}
      description={
        reading.data
          ? `${[reading.data.dispute.studentName, reading.data.dispute.instructorName].filter(Boolean).join(' with ')}, ${formatMoney(reading.data.dispute.amountCents)}`
          : undefined
      }
    >
      {reading.isPending ? (
        <div role="status" className="grid gap-4 lg:grid-cols-[19rem_1fr]">
          <span className="sr-only">Loading the evidence…</span>
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      ) : reading.isError ? (
        <EmptyState
          title="We could not load this dispute"
          action={<Button onClick={() => void reading.refetch()}>Try again</Button>}
        >
          {readProblem(reading.error).message ?? 'Please check your connection.'}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[19rem_1fr]">
          <Decision
            key={reading.data.dispute.version}
            evidence={reading.data}
            onSaved={onSaved}
            onClose={onClose}
          />
          <EvidenceView evidence={reading.data} />
        </div>
      )}
    </Dialog>
  )
}

const decisionForm = settleDisputeSchema.pick({ status: true, adminNotes: true, explanation: true })

function Decision({
  evidence,
  onSaved,
  onClose,
}: {
  evidence: Evidence
  onSaved: () => Promise<unknown>
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { dispute } = evidence
  const form = useCheckedForm(decisionForm)
  const { notes, older, ...edit } = useNotesDraft(dispute)
  const [explanation, setExplanation, forgetExplanation] = useTabDraft(`dispute-words:${dispute.id}`)
  const [changeIds] = useState(contentIds)
  const refundHeading = useId()
  const reread = async () => {
    await onSaved()
    await queryClient.invalidateQueries({ queryKey: disputesClient.key() })
  }

  const sends = form.sends(
    async (decided) => {
      await disputesClient.settle.call({
        disputeId: dispute.id,
        changeId: changeIds.of(decided),
        version: dispute.version,
        ...decided,
      })
      if (older === null) edit.forget()
      // It is sent with the decision.
      if (decided.status === 'resolved' || decided.status === 'rejected') forgetExplanation()
      toast.success('Dispute updated successfully')
      await reread()
      onClose()
    },
    (problem) => {
      const { code, message, issues } = problem
      logFailure('Failed to update dispute', problem)
      toast.error(
        code === 'not_signed_in' ? 'Authentication required' : (message ?? 'Failed to update dispute'),
      )
      return issues
    },
  )
  return (
    <div className="flex flex-col gap-6">
      <form {...sends} className="flex flex-col gap-4">
        <FormError title={form.failure ? 'Nothing was saved' : null}>{form.failure}</FormError>
        <Field
          label="Status"
          hint={
            dispute.source === 'card_network'
              ? 'The student’s bank decides this dispute. Its decision sets the status.'
              : undefined
          }
          error={form.errors.status}
        >
          <Select
            name="status"
            defaultValue={dispute.status}
            options={statusOptions.filter(({ value }) => maySetStatus(dispute, value))}
          />
        </Field>
        <Field
          label="Notes"
          hint="Visible to admins only. Every save is kept in the history."
          error={form.errors.adminNotes}
        >
          <Textarea
            name="adminNotes"
            rows={5}
            value={notes}
            readOnly={older !== null}
            onChange={(event) => edit.change(event.target.value)}
            counter={{ length: notes.length, max: 4000 }}
          />
        </Field>
        {older === null ? null : (
          <Alert
            tone="warning"
            title="The notes were changed in the meantime"
            action={
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={edit.addOlder}>
                  Add mine below
                </Button>
                <Button size="sm" onClick={edit.discardOlder}>
                  Discard mine
                </Button>
              </div>
            }
          >
            <p className="whitespace-pre-line wrap-anywhere">Your unsaved notes: {older}</p>
          </Alert>
        )}
        <Field
          label="Explanation"
          optional
          hint="The student and coach get it by email 10 minutes after you resolve or reject. If you correct your decision before then, only the corrected one is sent."
          error={form.errors.explanation}
        >
          <Textarea
            name="explanation"
            rows={3}
            value={explanation}
            onChange={(event) => setExplanation(event.target.value)}
            counter={{ length: explanation.length, max: 1000 }}
          />
        </Field>
        <Button type="submit" variant="brand" loading={form.busy}>
          Save
        </Button>
      </form>
      <section aria-labelledby={refundHeading} className="border-t pt-5">
        <h3 id={refundHeading} className="mb-3 text-lg">
          Refund to {dispute.studentName}
        </h3>
        <RefundDispute
          evidence={evidence}
          explanation={explanation}
          onRefunded={async ({ resolves }) => {
            if (resolves) forgetExplanation()
            await reread()
          }}
        />
      </section>
    </div>
  )
}
