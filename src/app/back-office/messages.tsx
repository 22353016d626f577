import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Flag, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { named } from '#features/back-office/components/named-cell.tsx'
import { useDeskAct, useRowFailure } from '#features/back-office/components/use-desk-act.ts'
import { NotifyAgain } from '#features/message-logs/components/resend-tools.tsx'
import { messagesClient } from '#features/messages/client.ts'
import { reportReasonTexts } from '#features/messages/message.ts'
import { type Reported, settleReportSchema } from '#features/messages/moderation/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'

/** What people write to each other, with its senders. */
export function Messages() {
  return (
    <>
      <p className="mb-4 max-w-2xl text-sm text-muted">
        These are private conversations. Every page you open here is recorded in the audit log.
      </p>
      <AdminListView
        list="messages"
        label="Messages"
        failure="Failed to load messages"
        empty={{
          icon: MessagesSquare,
          title: 'No messages yet',
          text: 'What students and coaches write to each other appears here.',
        }}
        cells={{ sender: named('sender', 'senderEmail') }}
        actions={(row) => (
          <NotifyAgain messageId={row.id} sender={String(row.cells.sender ?? 'a deleted account')} />
        )}
      />
    </>
  )
}

/** What people reported, and what we do about it. */
export function ReportedMessages() {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <AdminListView
        list="message-reports"
        label="Reported messages"
        failure="Failed to load reported messages"
        empty={{
          icon: Flag,
          title: 'Nothing reported',
          text: 'Messages and conversations that people report appear here.',
        }}
        cells={{
          status: (row) =>
            row.cells.status === 'open' ? (
              <Badge tone="yellow">Open</Badge>
            ) : (
              <Badge tone="green">Dealt with</Badge>
            ),
        }}
        actions={(row) => (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row.id)}>
            {row.cells.status === 'open' ? 'Look into it' : 'Open'}
            <span className="sr-only">
              {' '}
              the report about {String(row.cells.reported ?? 'a deleted account')}
            </span>
          </Button>
        )}
      />
      {chosen ? <ReportDialog reportId={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

function ReportDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  // Each reading is written down: once when it is opened, and after something was done.
  const reading = useQuery(
    messagesClient.reported.queryOptions({
      input: { reportId },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
  )
  const report = reading.data
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={report ? reportReasonTexts[report.reason] : 'Report'}
      description={report ? `${report.reporter.name} about ${report.reported.name}` : undefined}
    >
      {reading.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : !report ? (
        <EmptyState
          title="This report could not be loaded"
          action={<Button onClick={() => void reading.refetch()}>Try again</Button>}
        >
          {(reading.error && readProblem(reading.error).message) ?? 'Please check your connection.'}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          {report.details ? (
            <p dir="auto" className="break-words whitespace-pre-line">
              {report.details}
            </p>
          ) : null}
          <p className="text-sm text-muted">
            Reported {formatMoment(report.createdAt, OFFICE_ZONE)}. {report.reported.name} was reported{' '}
            {report.reported.reports === 1 ? 'once' : `${report.reported.reports} times`} in all.
          </p>
          <Words report={report} />
          {report.isSuspended ? <Paused report={report} onLifted={() => reading.refetch()} /> : null}
          {report.status === 'open' ? <Decision report={report} onClose={onClose} /> : null}
        </div>
      )}
    </Dialog>
  )
}

function Words({ report }: { report: Reported }) {
  return (
    <ol className="flex max-h-80 flex-col gap-2 overflow-y-auto" aria-label="Surrounding messages">
      {report.messages.map((said) => (
        <li
          key={said.id}
          className={cn('rounded-control px-3 py-2', said.isReported ? 'bg-red-soft' : 'bg-surface-sunken')}
        >
          <p className="text-sm text-muted">
            <bdi className="font-semibold text-ink">{said.name}</bdi>
            {said.isAssistant ? ' (assistant)' : ''} · {formatMoment(said.at, OFFICE_ZONE)}
            {said.isReported ? <strong className="text-danger"> · reported</strong> : null}
          </p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {said.content}
            {said.files > 0 ? ` [${said.files} ${said.files === 1 ? 'file' : 'files'}]` : ''}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Paused({ report, onLifted }: { report: Reported; onLifted: () => Promise<unknown> }) {
  const { busy, act } = useDeskAct('The conversation could not be opened again')
  const lift = async () => {
    await messagesClient.setSuspended.call({
      conversationId: report.conversationId,
      suspended: false,
      reason: 'Opened again from its report',
    })
    await onLifted()
  }
  return (
    <Alert
      tone="warning"
      title="This conversation is paused"
      action={
        <Button size="sm" loading={busy} onClick={() => void act(lift, 'Conversation reopened')}>
          Reopen
        </Button>
      }
    >
      Neither person can write in it.
    </Alert>
  )
}

const decisionForm = settleReportSchema.omit({ reportId: true })

function Decision({ report, onClose }: { report: Reported; onClose: () => void }) {
  const queryClient = useQueryClient()
  const refresh = useRefreshLists()
  const form = useCheckedForm(decisionForm)
  const fail = useRowFailure('Failed to save the decision')
  const [outcome, setOutcome] = useState('')
  const [notes, setNotes, forget] = useTabDraft(`report-notes:${report.id}`)
  return (
    <form
      {...form.sends(async (entered) => {
        await messagesClient.settleReport.call({ reportId: report.id, ...entered })
        forget()
        toast.success('Report dealt with')
        await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: messagesClient.key() })])
        onClose()
      }, fail)}
      className="flex flex-col gap-4 border-t pt-4"
    >
      <FormError title={form.failure ? 'Nothing was saved' : null}>{form.failure}</FormError>
      <RadioGroup
        legend="What do you do?"
        name="outcome"
        value={outcome}
        onValueChange={setOutcome}
        error={form.errors.outcome}
        options={[
          { value: 'dismissed', label: 'Dismiss', description: 'No one is notified.' },
          { value: 'warned', label: `Warn ${report.reported.name}`, description: 'They get an email.' },
          {
            value: 'suspended',
            label: 'Pause the conversation',
            description: 'Neither can write. Both get an email.',
          },
        ]}
      />
      {outcome === 'warned' || outcome === 'suspended' ? (
        <Field
          label="What they read"
          optional
          hint="Leave empty to use our standard sentence."
          error={form.errors.explanation}
        >
          <Textarea name="explanation" rows={3} maxLength={1000} />
        </Field>
      ) : null}
      <Field label="Notes" optional hint="Only admins read them." error={form.errors.adminNotes}>
        <Textarea
          name="adminNotes"
          rows={3}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Save
      </Button>
    </form>
  )
}
