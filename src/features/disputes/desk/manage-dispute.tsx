import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { readProblem } from '#platform/api-problem.ts'
import { logFailure } from '#platform/log-failure.ts'
import { formatMoney } from '#platform/money.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { disputesClient } from '../client.ts'
import { disputeBadges } from '../dispute.ts'
import { readAmount } from '../schema.ts'
import { EvidenceView } from './evidence-view.tsx'
import { type Evidence, settleDisputeSchema } from './schema.ts'

const statusOptions = disputeStatuses.map((value) => ({ value, label: disputeBadges[value].label }))

/** A dispute with its evidence beside the decision: status, notes, words for both sides, and money back. */
export function ManageDispute({
  disputeId,
  onClose,
  onSaved,
}: {
  disputeId: string
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  // Each reading of it is written down: it is read when it is opened and after it was saved, and not in between.
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
          ? `${reading.data.dispute.studentName} with ${reading.data.dispute.instructorName}, ${formatMoney(reading.data.dispute.amountCents)}`
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
          title="This dispute could not be loaded"
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

const decisionForm = (keptCents: number) => {
  const { status, adminNotes, explanation } = settleDisputeSchema.shape
  return z.object({
    status,
    adminNotes,
    explanation,
    refund: z
      .string()
      .transform((typed) => (typed.trim() === '' ? 0 : readAmount(typed)))
      .pipe(z.int('Please enter an amount, like 42.50'))
      .refine((cents) => cents <= keptCents, { message: `At most ${formatMoney(keptCents)}` }),
  })
}

function Decision({
  evidence: { dispute, money },
  onSaved,
  onClose,
}: {
  evidence: Evidence
  onSaved: () => Promise<unknown>
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const form = useCheckedForm(decisionForm(money.keptCents))
  const [draft, setDraft, forget] = useTabDraft(`dispute-notes:${dispute.id}`)
  const [notes, setNotes] = useState(draft || (dispute.adminNotes ?? ''))
  const [explanation, setExplanation, forgetExplanation] = useTabDraft(`dispute-words:${dispute.id}`)
  const [refund, setRefund] = useState('')
  const changeId = useRef(uuidV4())
  const bankDecides = dispute.source === 'card_network' && dispute.bankOutcome === null
  const mayRefund = money.isOurs && money.keptCents > 0 && !bankDecides

  const sends = form.sends(
    async ({ refund: refundCents, ...decided }) => {
      await disputesClient.settle.call({
        disputeId: dispute.id,
        changeId: changeId.current,
        version: dispute.version,
        ...decided,
        refundCents,
        keptCents: money.keptCents,
      })
      forget()
      forgetExplanation()
      toast.success('Dispute updated successfully')
      await onSaved()
      await queryClient.invalidateQueries({ queryKey: disputesClient.key() })
      onClose()
    },
    (problem) => {
      const { code, message, issues } = problem
      logFailure('Failed to update dispute', problem)
      toast.error(
        code === 'not_signed_in' ? 'Authentication required' : (message ?? 'Failed to update dispute'),
      )
      // What was refused is a save of its own when it is tried again with something changed.
      if (code !== 'offline') changeId.current = uuidV4()
      return issues.map((issue) => (issue.path === 'refundCents' ? { ...issue, path: 'refund' } : issue))
    },
  )
  return (
    <form {...sends} className="flex flex-col gap-4 lg:sticky lg:top-0">
      <FormError title={form.failure ? 'Nothing was saved' : null}>{form.failure}</FormError>
      <Field label="Status" error={form.errors.status}>
        <Select name="status" defaultValue={dispute.status} options={statusOptions} />
      </Field>
      <Field
        label="Notes"
        hint="Only admins read them. Every save stays in the history."
        error={form.errors.adminNotes}
      >
        <Textarea
          name="adminNotes"
          rows={5}
          value={notes}
          onChange={(event) => {
            setNotes(event.target.value)
            setDraft(event.target.value)
          }}
          counter={{ length: notes.length, max: 4000 }}
        />
      </Field>
      <Field
        label="Words for both sides"
        optional
        hint="They read it in our letter when you resolve or reject."
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
      {mayRefund ? (
        <Field
          label="Refund to the student"
          optional
          hint={`Up to ${formatMoney(money.keptCents)}; it goes back to the card with this save.`}
          error={form.errors.refund}
        >
          <Input
            name="refund"
            inputMode="decimal"
            autoComplete="off"
            leading="$"
            className="tabular"
            value={refund}
            onChange={(event) => setRefund(event.target.value)}
          />
        </Field>
      ) : (
        <>
          <input type="hidden" name="refund" value="" />
          <p className="text-sm text-muted">
            {bankDecides
              ? 'The payer’s bank has this payment: it decides, and a refund now would be paid twice.'
              : money.isOurs
                ? 'Everything that was paid has gone back already.'
                : 'Nothing was paid through Greenside, so nothing can be sent back here.'}
          </p>
        </>
      )}
      {mayRefund ? (
        <div className="flex flex-wrap gap-2">
          <Button type="button" size="sm" onClick={() => setRefund(halfOf(money.keptCents))}>
            Half
          </Button>
          <Button type="button" size="sm" onClick={() => setRefund((money.keptCents / 100).toFixed(2))}>
            All of it
          </Button>
        </div>
      ) : null}
      <Button type="submit" variant="brand" loading={form.busy}>
        Save
      </Button>
    </form>
  )
}

const halfOf = (cents: number) => (Math.round(cents / 2) / 100).toFixed(2)
