import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { useRef, useState } from 'react'
import { AdminList } from '#features/back-office/components/admin-list.tsx'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { supportClient } from '#features/support/client.ts'
import { answerTicketSchema } from '#features/support/schema.ts'
import { type TicketStatus, ticketStatuses, ticketStatusLabels } from '#features/support/support.ts'
import { readProblem } from '#platform/api-problem.ts'
import { logFailure } from '#platform/log-failure.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { named } from './named-cell.tsx'
import { useDeskAct } from './use-desk-act.ts'

const tones: Record<TicketStatus, BadgeTone> = { open: 'yellow', in_progress: 'blue', closed: 'green' }
const statusOptions = ticketStatuses.map((value) => ({ value, label: ticketStatusLabels[value] }))

/** Everybody's questions: answered and moved between their states. */
export function Support() {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <AdminList
        list="support-tickets"
        label="Support tickets"
        failure="Failed to load support tickets"
        empty={{
          icon: LifeBuoy,
          title: 'No questions yet',
          text: 'What people ask with the help button appears here.',
        }}
        cells={{
          userName: named('userName', 'userEmail'),
          status: (row) => {
            const status = ticketStatuses.find((one) => one === row.cells.status) ?? 'open'
            return <Badge tone={tones[status]}>{ticketStatusLabels[status]}</Badge>
          },
        }}
        actions={(row) => (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row.id)}>
            Open
            <span className="sr-only"> the ticket of {String(row.cells.userName)}</span>
          </Button>
        )}
      />
      {chosen ? <TicketDialog ticketId={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

function TicketDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const reading = useQuery(supportClient.anyTicket.queryOptions({ input: { ticketId }, staleTime: 0 }))
  const { act, busy } = useDeskAct('Failed to update ticket status')
  const ticket = reading.data
  const refresh = () => queryClient.invalidateQueries({ queryKey: supportClient.key() })
  const setStatus = (status: TicketStatus) =>
    act(async () => {
      await supportClient.setStatus.call({ ticketId, status })
      await refresh()
    }, 'Ticket status has been updated successfully')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={ticket ? <bdi>{ticket.subject}</bdi> : 'Ticket'}
      description={ticket ? `${ticket.userName}, ${ticket.userEmail}` : undefined}
    >
      {reading.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : !ticket ? (
        <EmptyState
          title="This ticket could not be loaded"
          action={<Button onClick={() => void reading.refetch()}>Try again</Button>}
        >
          {(reading.error && readProblem(reading.error).message) ?? 'Please check your connection.'}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          <Field label="Status">
            <Select
              options={statusOptions}
              value={ticket.status}
              disabled={busy}
              onChange={(event) => {
                const status = ticketStatuses.find((one) => one === event.target.value)
                if (status) void setStatus(status)
              }}
            />
          </Field>
          <ol className="flex flex-col gap-3" aria-live="polite">
            {[
              { id: ticket.id, isStaff: false, message: ticket.message, createdAt: ticket.createdAt },
              ...ticket.replies,
            ].map((said) => (
              <li
                key={said.id}
                className={cn(
                  'rounded-card px-4 py-3',
                  said.isStaff ? 'ml-6 bg-brand-soft' : 'mr-6 bg-surface-sunken',
                )}
              >
                <p className="text-sm text-muted">
                  <bdi className="font-semibold text-ink">{said.isStaff ? 'Greenside' : ticket.userName}</bdi>{' '}
                  · {formatMoment(said.createdAt, OFFICE_ZONE)}
                </p>
                <p dir="auto" className="mt-1 break-words whitespace-pre-line">
                  {said.message}
                </p>
              </li>
            ))}
          </ol>
          <Answer ticketId={ticketId} hasAccount={ticket.userId !== null} onSent={refresh} />
        </div>
      )}
    </Dialog>
  )
}

const answerForm = answerTicketSchema.pick({ adminResponse: true })

function Answer(props: { ticketId: string; hasAccount: boolean; onSent: () => Promise<unknown> }) {
  const [answer, setAnswer, forget] = useTabDraft(`ticket-answer:${props.ticketId}`)
  const form = useCheckedForm(answerForm)
  const refreshLists = useRefreshLists()
  const clientId = useRef(uuidV4())
  return (
    <form
      {...form.sends(
        async ({ adminResponse }) => {
          await supportClient.answer.call({
            ticketId: props.ticketId,
            adminResponse,
            clientId: clientId.current,
          })
          clientId.current = uuidV4()
          setAnswer('')
          forget()
          toast.success('Answer sent')
          await Promise.all([props.onSent(), refreshLists()])
        },
        // Refused or not: what was typed stays, and the field says why.
        (problem) => {
          logFailure('an answer was not sent', problem)
          return problem.issues
        },
      )}
      className="flex flex-col gap-3 border-t pt-4"
    >
      <Field
        label="Answer"
        hint={
          props.hasAccount
            ? 'It stands on their support page and goes out by email.'
            : 'It goes out by email: they have no account.'
        }
        error={form.errors.adminResponse ?? form.failure}
      >
        <Textarea
          name="adminResponse"
          rows={4}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
          counter={{ length: answer.length, max: 2000 }}
        />
      </Field>
      <Button type="submit" variant="brand" loading={form.busy} className="self-start">
        Send answer
      </Button>
    </form>
  )
}
